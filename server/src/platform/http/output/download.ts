// A stored file on its way to a caller: always saved, never shown, whatever it is and whatever it is called.
import { Readable } from 'node:stream';
import { type Reply, ok } from '../request/context.ts';

export interface Download {
  filename: string;
  contentType: string;
  size: number;
  sha256: Buffer;
  content: AsyncIterable<Buffer>;
}

/**
 * Types that no browser runs as a document of ours. A list of what is good, not of what is bad: whatever
 * is missing is only saved under a plainer type. What it was called is still in the attachment's own fields.
 */
const harmlessTypes = new Set([
  'application/gzip',
  'application/json',
  'application/msword',
  'application/pdf',
  'application/vnd.ms-excel',
  'application/vnd.ms-outlook',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'message/rfc822',
  'text/csv',
  'text/plain',
  'video/mp4',
  'video/quicktime',
  'video/webm',
]);

export const servedType = (contentType: string): string =>
  harmlessTypes.has(contentType.toLowerCase()) ? contentType : 'application/octet-stream';

const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** RFC 6266: the name in full for those who read RFC 8187, and one of plain letters for the others. */
export const attachmentDisposition = (filename: string): string =>
  `attachment; filename="${filename.replaceAll(/[^\w .-]/g, '_')}"; filename*=UTF-8''${percentEncoded(filename)}`;

export const download = ({ filename, contentType, size, sha256, content }: Download): Reply =>
  ok(Readable.from(content, { objectMode: false }), {
    'content-type': servedType(contentType),
    'content-length': String(size),
    'content-disposition': attachmentDisposition(filename),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // Who may read it can change, though the bytes cannot: kept by the caller alone, and asked for again.
    'cache-control': 'private, no-cache',
    etag: `"${sha256.toString('hex')}"`,
  });
