// Results of long runs are data: a line for each run, with its commit, and the tables of docs/figures.md.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { figureTables } from '../../tools/docs.figures.ts';
import { commitOf, recordResult, type Result } from './support/results.ts';

const result = (command: string, figure: string, more: Partial<Result> = {}): Result => ({
  command,
  date: '2026-11-16',
  goals: [{ goal: 'p99: at most 30 ms', figure, isMet: figure < '30' }],
  ...more,
});

describe('Results', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-results-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('each run is appended as one line to the file of its kind and name', () => {
    const runs = [result('npm run bench -- latency', '22 ms'), result('x', '31 ms')];
    for (const run of runs) recordResult('bench', 'latency', run, folder);
    const lines = readFileSync(join(folder, 'bench/latency.jsonl'), 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      runs,
    );
  });

  test('a folder that cannot be written to does not fail the run', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    assert.match(
      recordResult('bench', 'latency', result('x', '1 ms'), file),
      /^The result was not recorded: /,
    );
    assert.equal(readFileSync(file, 'utf8'), '');
  });

  test('the commit has a + for changes other than results, and is unknown without git', () => {
    assert.equal(commitOf(join(folder, 'nowhere')), 'unknown');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
    git('init');
    recordResult('bench', 'latency', result('x', '1 ms'), join(folder, 'bench/results'));
    git('add', '.');
    git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-m', 'x');
    assert.match(commitOf(folder), /^[0-9a-f]{4,}$/);
    recordResult('bench', 'latency', result('x', '2 ms'), join(folder, 'bench/results'));
    assert.match(commitOf(folder), /^[0-9a-f]{4,}$/);
    writeFileSync(join(folder, 'a-file'), 'changed');
    assert.match(commitOf(folder), /^[0-9a-f]{4,}\+$/);
  });
});

describe('The tables of the figures', () => {
  const tables = (files: Record<string, Result[]>): string =>
    figureTables({
      files: Object.keys(files),
      read: (path) => (files[path] ?? []).map((line) => `${JSON.stringify(line)}\n`).join(''),
    }).replaceAll(/ {2,}/g, ' ');

  test('the tables show the last run of each command, with its seed, under the heading of its kind', () => {
    const text = tables({
      'bench/results/bench/latency.jsonl': [
        result('npm run bench -- latency', '31 ms'),
        result('npm run bench -- latency --idle 7', '23 ms', { sizes: { idle: 7, seed: 5 } }),
        result('npm run bench -- latency', '22 ms'),
      ],
    });
    const rows = text.slice(text.indexOf('## Benchmarks')).split('\n').slice(4, 6);
    assert.deepEqual(rows, [
      '| p99: at most 30 ms | 22 ms | 2026-11-16 | `npm run bench -- latency` |',
      '| p99: at most 30 ms | 23 ms | 2026-11-16 | `npm run bench -- latency --idle 7 --seed 5` |',
    ]);
    assert.doesNotMatch(text, /31 ms/);
  });

  test('a figure that misses its goal is shown in bold', () => {
    const text = tables({ 'bench/results/faults/mail.jsonl': [result('x', '31 ms')] });
    assert.match(text, /\| \*\*31 ms, missed\*\* \|/);
  });

  test('a file of an unknown kind is an error', () => {
    assert.throws(
      () => tables({ 'bench/results/other/x.jsonl': [result('x', '1 ms')] }),
      /x\.jsonl must be in one of the folders/,
    );
  });
});
