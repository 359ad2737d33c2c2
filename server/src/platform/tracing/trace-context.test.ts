import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTraceparent, traceparentOf } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('traceparent', () => {
  test('a traceparent is read with its flag and written again', () => {
    for (const [flags, isSampled] of [
      ['01', true],
      ['00', false],
    ] as const) {
      const header = `00-${TRACE}-${SPAN}-${flags}`;
      const context = readTraceparent(header);
      assert.deepEqual(context, { traceId: TRACE, spanId: SPAN, isSampled });
      assert.equal(context && traceparentOf(context), header);
    }
  });

  test('a traceparent of a later version is read although fields follow', () => {
    assert.equal(readTraceparent(`cc-${TRACE}-${SPAN}-03-more`)?.isSampled, true);
  });

  test('an invalid traceparent is ignored', () => {
    const invalid = [
      undefined,
      '',
      ['00'],
      `ff-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-01-more`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}`,
      `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    ];
    for (const header of invalid) assert.equal(readTraceparent(header), undefined, String(header));
  });
});
