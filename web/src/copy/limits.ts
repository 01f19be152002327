/** How far the fields of the page go. What is right is up to the server's box checker. */

export const COLUMNS: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9];
export const ROWS: readonly number[] = [2, 3, 4, 5, 6];
export const PAIRS = 8;
export const BOARDS = 4;
export const SPACES_OF_ROW: readonly number[] = [0, 1, 2];
export const PLAYERS: readonly string[] = ["2", "3", "4"];
export const MOST = 99; // of any count
export const BYTES = 30_000; // of a box file
