import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gateSummary } from '../../../tools/nightly.gates.ts';
import { rowsOf, smokeRowsOf, tableOf } from '../../../tools/nightly.ts';
import { atLeast, atMost } from '../support/report.ts';

const verdicts = (report: Parameters<typeof rowsOf>[2]) =>
  rowsOf('crash', 'nothing is lost', report).map(({ verdict }) => verdict);

describe('The nightly table', () => {
  test('a test without faults met its goal, one with a fault missed it, and a skipped one was not run', () => {
    assert.deepEqual(verdicts({ figures: {}, faults: [] }), ['met']);
    const [missed] = rowsOf('crash', 'nothing is lost', {
      figures: {},
      faults: ['one is lost\nat x'],
    });
    assert.deepEqual(
      [missed?.verdict, missed?.figure],
      ['missed', '1 faults, the first: one is lost'],
    );
    assert.deepEqual(verdicts({ figures: {}, faults: [], skipped: 'no Valkey' }), ['not run']);
  });

  test('each goal of a measurement has its own verdict, and so have the faults', () => {
    const goals = [atMost('p99', 31, 30, ' ms'), atLeast('ratio', 0.31, 0.3)];
    assert.deepEqual(verdicts({ figures: {}, faults: [], goals }), ['missed', 'met']);
    assert.deepEqual(verdicts({ figures: {}, faults: ['x'], goals }), ['missed', 'met', 'missed']);
  });

  test('a row shows goal, figure and verdict', () => {
    const goals = [atMost('p99', 31.234, 30, ' ms')];
    const rows = rowsOf('latency', 'events are received soon', { figures: {}, faults: [], goals });
    assert.match(tableOf(rows), /\| latency \| p99: at most 30 ms \| 31\.23 ms \| missed \|$/);
  });

  test('a smoke run is missed because of a fault, but not because of a figure', () => {
    const goals = [atMost('p99', 31, 30, ' ms')];
    const verdictsOf = (faults: string[]) =>
      smokeRowsOf('latency', { figures: {}, faults, goals }).map(({ verdict }) => verdict);
    assert.deepEqual(verdictsOf([]), ['met']);
    assert.deepEqual(verdictsOf(['exit code 1']), ['missed']);
  });
});

describe('Repeated gates', () => {
  test('the summary counts how often each test failed', () => {
    assert.equal(
      gateSummary([['x: a', 'y: b'], [], ['y: b']]),
      '1 of 3 runs without a failure\n   2  y: b\n   1  x: a',
    );
  });
});
