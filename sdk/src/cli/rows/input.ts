import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { usageError } from '../exit-codes.ts';
import type { InputStream } from '../terminal/terminal.ts';

/** stdin cannot be read twice, and is therefore held in memory. */
const MAX_STDIN_BYTES = 64 * 1024 * 1024;

export async function readInput(stdin: InputStream, hint?: string): Promise<string> {
  if (stdin.isTTY && hint !== undefined) throw usageError(hint);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk as Uint8Array);
    bytes += buffer.length;
    if (bytes > MAX_STDIN_BYTES)
      throw usageError('stdin has more than 64 MB.', 'Save it in a file and give its name.');
    chunks.push(buffer);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** A source can be read several times, in parts. */
export interface Source {
  name: string;
  read: () => AsyncIterable<string>;
}

async function* partsOf(path: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of createReadStream(path))
    yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

async function* once(text: string): AsyncGenerator<string, void, undefined> {
  yield text;
}

/** `-` is stdin. */
export async function openSource(path: string, stdin: InputStream): Promise<Source> {
  if (path === '-') {
    const text = await readInput(
      stdin,
      'There is no input. Give a file, or pipe the rows into the command.',
    );
    return { name: 'stdin', read: () => once(text) };
  }
  if ((await stat(path)).isDirectory()) throw usageError(`${path} is a folder.`);
  return { name: path, read: () => partsOf(path) };
}
