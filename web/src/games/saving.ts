/** Saves something as a file on this device. */
export function saveAs(name: string, content: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
