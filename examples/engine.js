// A player for Sanssouci in another language: it asks what it may do and takes the most points, the first of equals.
//
//   sanssouci arena courtier 'engine:node examples/engine.js' --games 10
//
// The protocol is described in docs/engine_protocol.md.

const say = (line) => process.stdout.write(line + '\n')

let best = null // of the moves listed so far: its points and its text

const commands = {
  sanssouci() {
    say('id name Greedy in JavaScript')
    say('sanssouciok')
  },
  isready: () => say('readyok'),
  go() {
    best = null
    say('legal')
  },
  move(rest) {
    const [points, ...move] = rest.split(' ')
    if (best === null || Number(points) > best.points) best = { points: Number(points), move: move.join(' ') }
  },
  legalok() {
    say(`info score ${best.points}`)
    say(`bestmove ${best.move}`)
  },
  quit: () => process.exit(0),
}

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [command, ...rest] = line.split(' ')
    commands[command]?.(rest.join(' ')) // box, position and options are of no use to this player
  })
  .on('close', () => process.exit(0))
