// `migrate --plan` and `migrate --status` print the state of the schema for operators.
import type { SchemaState } from './schema-state.ts';

const linesOf = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

export const describePlan = ({ pending, waiting }: SchemaState): string =>
  [
    ...(pending.length === 0 ? ['No migration is pending.'] : []),
    ...linesOf(
      'Pending migrations, in this order:',
      pending.map(({ name, mode, purpose }) => `${name}, ${mode}: ${purpose}`),
    ),
    ...linesOf(
      'Migrations that wait until workers have finished earlier batches:',
      waiting.map(({ name, after }) => `${name}${after ? `, after ${after}` : ''}`),
    ),
  ].join('\n');

export const describeStatus = (state: SchemaState): string =>
  [
    ...linesOf(
      'Applied migrations:',
      state.applied.map(({ name }) => name),
    ),
    ...linesOf(
      'Batches:',
      state.backfills.map(
        ({ name, rows, finished }) => `${name}: ${rows} rows, ${finished ? 'finished' : 'running'}`,
      ),
    ),
    ...linesOf(
      'Applied by a newer release:',
      state.newer.map(({ name }) => name),
    ),
    describePlan(state),
  ].join('\n');
