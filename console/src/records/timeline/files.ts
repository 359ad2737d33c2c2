// Files are checked against the limits of the service before they are sent in base64.
const MAX_FILES = 10;
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** The browser decodes these to pixels; SVG is a document and not among them. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const isPicture = (type: string): boolean => pictures.has(type);

const KILO = 1024;

export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  const kilobytes = bytes / KILO;
  if (kilobytes < KILO) return `${Math.round(kilobytes)} kB`;
  return `${(kilobytes / KILO).toFixed(1)} MB`;
}

interface Sized {
  name: string;
  size: number;
}

/** Adds the files that the service accepts, and says why others are left out. */
export function addFiles<F extends Sized>(
  files: readonly F[],
  added: readonly F[],
): { files: F[]; refused: string[] } {
  const small = added.filter(({ size }) => size <= MAX_FILE_BYTES);
  const large = added.filter(({ size }) => size > MAX_FILE_BYTES);
  const all = [...files, ...small];
  return {
    files: all.slice(0, MAX_FILES),
    refused: [
      ...large.map(({ name }) => `${name} is larger than ${fileSize(MAX_FILE_BYTES)}.`),
      ...(all.length > MAX_FILES ? [`A note can have at most ${MAX_FILES} files.`] : []),
    ],
  };
}

/** Browsers limit the body of a request that outlives its page to about 64 kB. */
const MAX_DELAYED_BYTES = 60_000;

/** A delayed note is sent even if the page is left before; a large one must not wait for that. */
export const canBeDelayed = (body: string, files: readonly Sized[]): boolean =>
  body.length + files.reduce((sum, { size }) => sum + size, 0) < MAX_DELAYED_BYTES;

/** The service refuses paths and control characters. */
const safeName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the characters that are refused
  name.replaceAll(/[/\\\u0000-\u001f\u007f]/g, '_').replace(/^\.{1,2}$/, '_') || 'file';

const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = reader.result as string;
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('The file could not be read.'));
    });
    reader.readAsDataURL(file);
  });

export const attachmentsOf = (files: readonly File[]) =>
  Promise.all(
    files.map(async (file) => ({
      filename: safeName(file.name),
      content_type: file.type || 'application/octet-stream',
      data: await base64Of(file),
    })),
  );
