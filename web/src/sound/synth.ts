/** Our sounds, made of oscillators and noise: nothing is recorded. Loaded when sound is turned on. */

import type { SoundName } from "./sound";

type Maker = (to: AudioNode, at: number, step: number) => void;

/** A tone that rings out. */
function ring(
  to: AudioNode,
  at: number,
  hertz: number,
  { loud = 0.2, long = 0.5, shape = "sine" as OscillatorType } = {},
): void {
  const { context } = to;
  const tone = new OscillatorNode(context, { type: shape, frequency: hertz });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(loud, at + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, at + long);
  tone.connect(level).connect(to);
  tone.start(at);
  tone.stop(at + long);
}

/** A bell: a tone with two overtones that fade sooner. */
function bell(to: AudioNode, at: number, hertz: number, loud = 0.16, long = 0.7): void {
  ring(to, at, hertz, { loud, long });
  ring(to, at, hertz * 2, { loud: loud * 0.4, long: long * 0.6 });
  ring(to, at, hertz * 3.01, { loud: loud * 0.15, long: long * 0.35 });
}

/** A knock: a short breath of filtered noise over a falling thump. */
function knock(to: AudioNode, at: number, hertz: number, loud: number): void {
  const { context } = to;
  const noise = new AudioBufferSourceNode(context, { buffer: hiss(context) });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hertz * 6, Q: 1.2 });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(loud, at);
  level.gain.exponentialRampToValueAtTime(0.0001, at + 0.09);
  noise.connect(filter).connect(level).connect(to);
  noise.start(at);
  noise.stop(at + 0.1);
  ring(to, at, hertz, { loud: loud * 0.7, long: 0.14, shape: "triangle" });
}

const hisses = new WeakMap<BaseAudioContext, AudioBuffer>();
function hiss(context: BaseAudioContext): AudioBuffer {
  const kept = hisses.get(context);
  if (kept) return kept;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.1), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  hisses.set(context, buffer);
  return buffer;
}

const C = 523.25; // hertz
const SCALE = [0, 2, 4, 7, 9, 12, 14]; // half tones: no two of these sound wrong together
const higher = (tones: number) => C * 2 ** (tones / 12);

const MAKERS: Record<SoundName, Maker> = {
  tile: (to, at) => knock(to, at, 190, 0.5),
  walk: (to, at, steps) => {
    for (let i = 0; i < Math.min(8, Math.max(1, steps)); i += 1) knock(to, at + i * 0.2, 310, 0.3);
  },
  points: (to, at, step) => bell(to, at, higher(SCALE[Math.min(6, Math.max(0, step - 1))] ?? 0)),
  turn: (to, at) => {
    bell(to, at, higher(0), 0.14);
    bell(to, at + 0.16, higher(7), 0.14);
  },
  end: (to, at) => {
    [0, 4, 7, 12].forEach((tone, i) => bell(to, at + i * 0.16, higher(tone), 0.14, i === 3 ? 1.6 : 0.7));
  },
};

let own: AudioContext | null = null;

/** The page's own context, which a browser lets sound once somebody has clicked. */
function ownContext(): AudioContext {
  own ??= new AudioContext();
  if (own.state === "suspended") void own.resume();
  return own;
}

/** Play a sound after some seconds, at a volume from 0 to 1; `step` is how many points or steps it tells of. The function
    returned breaks it off. */
export function play(
  name: SoundName,
  volume: number,
  after: number,
  step: number,
  context: BaseAudioContext = ownContext(),
): () => void {
  const level = new GainNode(context, { gain: volume });
  level.connect(context.destination);
  MAKERS[name](level, context.currentTime + after, step);
  return () => level.disconnect();
}
