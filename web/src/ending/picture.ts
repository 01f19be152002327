/** The picture of a finished game: drawn by the server as SVG, and made into a PNG here, which can be shared anywhere. */

import { language } from "../texts.svelte";

const WIDEST = 2400; // pixels

export function picturePath(table: string): string {
  return `/api/tables/${table}/picture?language=${language()}`;
}

/** The picture as a file that phones can share. */
export async function pictureFile(table: string): Promise<File> {
  const reply = await fetch(picturePath(table));
  if (!reply.ok) throw new Error(`no picture: ${reply.status}`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await reply.text())}`;
  await image.decode();
  const scale = Math.min(2, WIDEST / image.naturalWidth);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) throw new Error("the browser draws no picture");
  return new File([blob], `sanssouci-${table}.png`, { type: "image/png" });
}

export function canShare(file: File): boolean {
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
}

export function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // by then the browser has it
}
