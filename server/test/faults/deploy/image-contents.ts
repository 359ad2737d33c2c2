// Measures the image as it is pulled and as it is unpacked, and compares its packages with those that the server loads.
import { readdirSync } from 'node:fs';
import type { ImageLayout } from '../../support/image-layout.ts';
import { isForeign, neededPackages, packagesIn, readLock } from '../../support/image-packages.ts';
import {
  baseImage,
  compressedBytesOf,
  filesBelow,
  MAX_PULLED_MB,
  toMegabytes,
} from '../../support/image-size.ts';
import { atMost } from '../../support/report.ts';

function contentFaults(folder: string, files: readonly string[]): string[] {
  const packages = new Set(packagesIn(folder));
  const needed = new Set(neededPackages(readLock()));
  return [
    ...[...packages.difference(needed)].map((path) => `the image has ${path} needlessly`),
    ...[...needed.difference(packages)].map((path) => `the image lacks ${path}`),
    ...files
      .filter((path) => isForeign(path) || /^\/server\/.*\.test\.ts$/.test(path))
      .map((path) => `the image has ${path} needlessly`),
  ];
}

export async function measureImage({ folder }: ImageLayout) {
  const files = filesBelow(folder);
  const unpacked = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const notes: string[] = [];
  let pulled = baseImage.compressedBytes;
  for (const name of readdirSync(folder)) {
    const bytes = await compressedBytesOf(folder, name);
    notes.push(`${name}: ${toMegabytes(bytes)} MB compressed`);
    pulled += bytes;
  }
  const unpackedMb = toMegabytes(unpacked + baseImage.unpackedBytes);
  const goal = atMost('image as pulled', toMegabytes(pulled), MAX_PULLED_MB, ' MB');
  return {
    faults: contentFaults(
      folder,
      files.map(({ path }) => path),
    ),
    figures: {
      pulled_mb: toMegabytes(pulled),
      base_pulled_mb: toMegabytes(baseImage.compressedBytes),
      unpacked_mb: unpackedMb,
      base_unpacked_mb: toMegabytes(baseImage.unpackedBytes),
    },
    notes: [...notes, `node_modules has ${packagesIn(folder).length} packages`],
    goal: { ...goal, figure: `${goal.figure}; unpacked ${unpackedMb} MB` },
  };
}
