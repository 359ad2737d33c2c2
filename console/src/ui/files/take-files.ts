/** Takes files that are pasted or dropped; anything else is left to the browser. */
export function takeFiles(
  event: { preventDefault: () => void },
  data: DataTransfer,
  onFiles: ((files: File[]) => void) | undefined,
): void {
  if (!onFiles || data.files.length === 0) return;
  event.preventDefault();
  onFiles([...data.files]);
}
