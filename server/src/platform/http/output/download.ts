// Stored files are always saved by the browser and never displayed.
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
 * No browser runs these types as a document of our origin. Any other file is sent with a generic type; the fields of the
 * attachment still have the original one.
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

/** RFC 6266 asks for the full name as in RFC 8187, and an ASCII name for older clients. */
export const attachmentDisposition = (filename: string): string =>
  `attachment; filename="${filename.replaceAll(/[^\w .-]/g, '_')}"; filename*=UTF-8''${percentEncoded(filename)}`;

export const download = ({ filename, contentType, size, sha256, content }: Download): Reply =>
  ok(Readable.from(content, { objectMode: false }), {
    'content-type': servedType(contentType),
    'content-length': String(size),
    'content-disposition': attachmentDisposition(filename),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // Permissions can change although the bytes cannot, so only a private cache may store them, and must revalidate.
    'cache-control': 'private, no-cache',
    etag: `"${sha256.toString('hex')}"`,
  });
