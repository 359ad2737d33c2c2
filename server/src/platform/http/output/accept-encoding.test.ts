import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredCoding } from './accept-encoding.ts';

const cases: [header: string | undefined, coding: string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['*;q=0.1, gzip;q=0.2', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['gzip;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['*;q=0', 'identity'],
  ['gzip;q=nonsense, br;q=7', 'identity'],
  ['identity;q=0.2, gzip;q=0.1', 'identity'],
];

for (const [header, coding] of cases) {
  test(`Accept-Encoding ${JSON.stringify(header)} is served as ${coding}`, () => {
    assert.equal(preferredCoding(header), coding);
  });
}
