// docs/scale.md shows recorded figures only, each with the command that repeats it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { benchmarks } from '../../../bench/benchmarks.ts';
import { assumed, demandOf, demandTable, fitTable } from '../../../tools/docs.scale.arithmetic.ts';
import { type Files, readGrowth, readMix } from '../../../tools/docs.scale.results.ts';
import { coreTable, growthTable, requestTable } from '../../../tools/docs.scale.ts';
import { thisRepository } from '../../../tools/docs.ts';

const page = thisRepository().read('docs/scale.md');

const blocksOf = (text: string): string[] =>
  [...text.matchAll(/<!-- generated: [^>]+ -->\n\n([\s\S]*?)\n\n<!-- \/generated -->/g)].map(
    ([, block = '']) => block,
  );

/** Returns the faults of a page: a row of figures without a command, and a command that does not exist. */
function pageFaults(text: string): string[] {
  const rows = blocksOf(text).flatMap((block) => block.split('\n').slice(2).filter(Boolean));
  const cited = [...text.matchAll(/npm run bench -- ([\w-]+)/g)].map(([, name = '']) => name);
  return [
    ...rows
      .filter((row) => !/`npm run bench -- [\w-]+.*` *(, \d{4}-\d\d-\d\d)? *\|$/.test(row))
      .map((row) => `no command: ${row}`),
    ...cited.filter((name) => !(name in benchmarks)).map((name) => `no benchmark: ${name}`),
  ];
}

const line = (command: string, figures: Record<string, number>): string =>
  `${JSON.stringify({ command, date: '2026-11-18', figures, goals: [] })}\n`;

const figuresAt = (size: number, factor: number): Record<string, number> => ({
  [`${size} get node_us`]: 200 * factor,
  [`${size} get postgres_us`]: 100 * factor,
  [`${size} incident_row_bytes`]: 1000,
  [`${size} incident_index_bytes`]: 1000,
  [`${size} incident_count_bytes`]: 0,
  [`${size} entry bytes`]: 1000,
  [`${size} event bytes`]: 500,
  [`${size} delivery bytes`]: 500,
  [`${size} patch wal_bytes`]: 8000,
  [`${size} post_delivered wal_bytes`]: 10_000,
});

const mixOf = (processes: number) => ({
  processes,
  per_second: 2500,
  p99_ms: 50,
  node_us: 600,
  postgres_us: 300,
  valkey_us: 60,
  generator_us: 100,
});

const recorded: Record<string, string> = {
  'bench/results/bench/growth.jsonl':
    line('npm run bench -- growth --database URL', {
      ...figuresAt(5_000_000, 1.5),
      ...figuresAt(100_000, 1),
    }) + line('npm run bench -- growth --records 1000', figuresAt(1000, 9)),
  'bench/results/bench/mix.jsonl':
    line('npm run bench -- mix', mixOf(1)) +
    line('npm run bench -- mix --processes 2', mixOf(2)) +
    // Lines of earlier releases have no CPU time.
    line('npm run bench -- mix', { processes: 1, per_second: 1 }),
  'bench/results/bench/idle-cpu.jsonl': line('npm run bench -- idle-cpu', {
    start_node: 30,
    start_postgres: 5,
    start_valkey: 1,
    start_proportional_mb: 100,
    start_backends_mb: 20,
    start_connections: 10,
    start_disk_mb: 13,
  }),
};

const repository: Files = {
  files: Object.keys(recorded),
  read: (path) => recorded[path] ?? '',
};
const empty: Files = { files: [], read: () => '' };

describe('docs/scale.md', () => {
  test('every row of figures names a command, and every command exists', () => {
    assert.ok(blocksOf(page).length >= 8);
    assert.deepEqual(pageFaults(page), []);
  });

  test('a row without a command and a benchmark that does not exist are found', () => {
    const block = '<!-- generated: x -->\n\n| a |\n| - |\n| 1 |\n\n<!-- /generated -->';
    assert.deepEqual(pageFaults(block), ['no command: | 1 |']);
    assert.deepEqual(pageFaults('`npm run bench -- guess`'), ['no benchmark: guess']);
  });

  test('a table without a recorded result names the command that records it', () => {
    for (const table of [requestTable, coreTable, growthTable, fitTable, demandTable])
      assert.match(table(empty), /^Not measured yet: run `npm run bench -- /);
  });

  test('figures are those of the last complete run', () => {
    assert.deepEqual(readGrowth(repository)?.sizes, [100_000, 5_000_000]);
    assert.match(growthTable(repository), /\| 300 µs, .*\| 450 µs, .*\| 1\.50 +\|/);
    assert.match(coreTable(repository), /\| 3\.0 \+ 1\.5 \+ 0\.3 = 4\.8 +\| 8\.0 +\|/);
  });

  test('the resource of which the fewest instances fit is the limit', () => {
    // They are 4.8 cores / 0.01, (32 - 8) GB / 120 MB, 500 connections / 10 and 500 GB / 13 MB.
    const fits = fitTable(repository)
      .split('\n')
      .slice(2)
      .map((row) => row.split('|')[4]?.trim());
    assert.deepEqual(fits, ['480', '204', '**50, limits first**', '39,384']);
  });

  test('the demand of an organisation grows with its employees', () => {
    const [mix, growth] = [readMix(repository, 1), readGrowth(repository)];
    assert.ok(mix && growth);
    const [one, ten] = [demandOf(1, mix, growth), demandOf(10, mix, growth)];
    assert.equal(one.nodeCores.toFixed(3), '0.100');
    assert.equal(one.logGbPerDay.toFixed(4), '0.4906');
    assert.equal(one.connections, 2 * 10 + 2 * 15 + 2 * 9);
    assert.equal(
      ten.processes,
      (assumed.organisation.streams * 10) / assumed.streamsPerProcess + 4,
    );
    assert.equal(ten.incidentsPerYear, 10 * one.incidentsPerYear);
  });
});
