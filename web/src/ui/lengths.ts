/** How many characters may be typed where; the server checks it. */
export const NAME = 24;
export const SALON = 40;
export const MOVE = 40;
/** a line of the chat, or of a report */
export const LINE = 300;
