// Builds the raw bytes of mails.
import type { Random } from '../../support/random.ts';
import { encode } from './charsets.ts';

const join = (...parts: (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n');

const hex = (byte: number): string => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Spaces at the end of a line are encoded, and lines are broken below 76 characters. */
function quotedPrintable(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n');
  return lines
    .map((line) => {
      const escaped = Array.from(line, (character, index) => {
        const byte = character.charCodeAt(0);
        const isLastSpace = byte === 32 && index === line.length - 1;
        return byte > 126 || byte < 32 || byte === 61 || isLastSpace ? hex(byte) : character;
      });
      let [out, width] = ['', 0];
      for (const one of escaped) {
        if (width + one.length > 74) [out, width] = [`${out}=\r\n`, 0];
        out += one;
        width += one.length;
      }
      return out;
    })
    .join('\r\n');
}

const encodings: Readonly<Record<string, (bytes: Uint8Array) => string | Uint8Array>> = {
  '8bit': (bytes) => bytes,
  base64,
  'quoted-printable': quotedPrintable,
};

export interface Part {
  type: string;
  headers?: string[];
  body: string | Uint8Array;
  charset?: string;
}

/** Texts are encoded in the charset if it has their characters, else in UTF-8. */
export function leaf(random: Random, { type, headers = [], body, charset }: Part): Uint8Array {
  const isText = typeof body === 'string';
  const lines = isText ? body.replaceAll('\n', '\r\n') : '';
  const own = isText && charset !== undefined ? encode(lines, charset) : undefined;
  const bytes = isText ? (own ?? join(lines)) : body;
  const encoding = random.pick(Object.keys(encodings));
  const label = isText && !type.includes('charset') ? `; charset=${own ? charset : 'utf-8'}` : '';
  const fields = [
    `Content-Type: ${type}${label}`,
    `Content-Transfer-Encoding: ${encoding}`,
    ...headers,
  ];
  return join(
    `${fields.join('\r\n')}\r\n\r\n`,
    (encodings[encoding] as (typeof encodings)[string])(bytes),
    '\r\n',
  );
}

let boundaries = 0;

export function multipart(type: string, ...parts: Uint8Array[]): Uint8Array {
  boundaries += 1;
  const boundary = `=_part_${boundaries}`;
  return join(
    `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n`,
    ...parts.flatMap((part) => [`--${boundary}\r\n`, part, '\r\n']),
    `--${boundary}--\r\n`,
  );
}

/** The body begins with its own fields. */
export const mailOf = (headers: readonly string[], body: Uint8Array): Uint8Array =>
  join(headers.map((line) => `${line}\r\n`).join(''), 'MIME-Version: 1.0\r\n', body);

export const rawText = (text: string): Uint8Array => join(text.replaceAll('\n', '\r\n'));
