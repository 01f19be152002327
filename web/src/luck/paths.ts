/** Where a luck that several people have is shown. */

export const isDay = (luck: string) => luck.length === "2026-11-18".length;

export const luckPath = (luck: string) => (isDay(luck) ? `/day/${luck}` : `/twin/${luck}`);
