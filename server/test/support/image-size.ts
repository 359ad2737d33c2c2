// Computes the size of the image as it is pulled: its files, compressed as registries store them, and the base image.
import { spawn } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export const MAX_PULLED_MB = 300;

/**
 * The base image cannot be fetched by a test, so its size is the one that its maintainers published for the build of
 * 2026-09-19, with Node 24.21.0: compressed per platform, and unpacked for x64.
 */
export const baseImage = {
  compressedBytes: process.arch === 'arm64' ? 82_794_750 : 82_457_764,
  unpackedBytes: 234_170_000,
};

/** Lists the files below a folder by their paths in it, which begin with a slash; links are not among them. */
export const filesBelow = (folder: string): { path: string; bytes: number }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => ({ path: path.slice(folder.length), bytes: lstatSync(path).size }));

/** Compresses an archive of the folder with gzip at its default level, as container engines do for a layer. */
export async function compressedBytesOf(folder: string, name: string): Promise<number> {
  const archive = spawn('tar', ['-c', '-C', folder, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  await pipeline(archive.stdout, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) bytes += chunk.length;
  });
  return bytes;
}

export const toMegabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;
