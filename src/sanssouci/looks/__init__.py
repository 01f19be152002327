"""How things look, for the pictures, the terminal and the web client alike: their colours, drawings and places.

| file | what |
|---|---|
| `colours.json` | every colour; a pair is one by day and one by night |
| `classes.json` | what each class in the drawings stands for, by the names of those colours |
| `symbols/*.svg` | the drawings, with classes instead of colours |
| `squares.json` | where on a square a drawing lies |

The web client reads the same files when it is built (`web/looks.ts`).
"""
