import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isoTimestamp } from './connection.ts';

describe('Values from the database', () => {
  test('a timestamp leaves the driver as ISO 8601 with milliseconds', () => {
    for (const [written, iso] of [
      ['2026-11-15 02:03:57+00', '2026-11-15T02:03:57.000Z'],
      ['2026-11-15 02:03:57.1+00', '2026-11-15T02:03:57.100Z'],
      ['2026-11-15 02:03:57.123+00', '2026-11-15T02:03:57.123Z'],
    ] as const) {
      assert.equal(isoTimestamp(written), iso);
    }
  });
});
