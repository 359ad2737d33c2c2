import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Attempt } from '../../api/index.ts';
import { delayBefore, isSuccess, requestRows, responseRows } from './attempts.ts';

const attempt = (number: number, part: Partial<Attempt> = {}): Attempt => ({
  number,
  started_at: `2026-11-15T09:3${number}:00.000Z`,
  duration_ms: 1000,
  request: {
    method: 'POST',
    url: 'https://receiver.example.com',
    headers: { 'content-type': 'application/json', 'x-service-attempt': String(number) },
  },
  response: null,
  ...part,
});

describe('Attempts side by side', () => {
  const response = { headers: { server: 'nginx' }, body: '', body_truncated: false };
  const attempts = [attempt(1), attempt(2, { status_code: 200, response })];

  test('headers that differ between attempts are marked, even if one attempt lacks them', () => {
    assert.deepEqual(
      requestRows(attempts).map(({ name, differs }) => [name, differs]),
      [
        ['content-type', false],
        ['x-service-attempt', true],
      ],
    );
    assert.deepEqual(responseRows(attempts), [
      { name: 'server', values: [undefined, 'nginx'], differs: true },
    ]);
  });

  test('the delay of an attempt is measured from the end of the previous one', () => {
    assert.equal(delayBefore(attempts, 0), undefined);
    assert.equal(delayBefore(attempts, 1), 59);
  });

  test('only a 2xx response is a success', () => {
    assert.deepEqual(
      [
        attempt(1, { status_code: 204 }),
        attempt(1, { status_code: 301 }),
        attempt(1, { error: 'x' }),
      ].map((one) => isSuccess(one)),
      [true, false, false],
    );
  });
});
