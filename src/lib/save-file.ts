/** Saves files that were created in the browser. */

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // After the click is handled, the browser has its own reference to the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/** The server marks the response as a download. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
