// Hands a file to the browser, which asks where to save it.

/** By then the browser has begun to read the file. */
const REVOKE_MS = 10_000;

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
