/** A key that nothing else has, so that what is sent again is done once. It needs no https. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
