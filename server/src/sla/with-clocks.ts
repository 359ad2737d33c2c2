// Computes the clocks of a record with each write. A change of the state, of the priority, or a response continues them;
// after another policy or another version of the definitions they are computed anew, from the history of the record.
import type { AuditContext, Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { noCustomFields } from '../platform/runtime/custom-fields.ts';
import type { WriteSteps } from '../records/index.ts';
import { readSlaDefinitions, type SlaDefinitions } from '../platform/runtime/sla-definitions.ts';
import { changesMatch, matchPolicy, policyWithId, subjectOf, termsOf } from './applied.ts';
import {
  advance,
  type Change,
  type Clocks,
  hasSameMetrics,
  type History,
  rebuild,
} from './clocks/ledger.ts';
import { type CompiledDefinitions, compiledDefinitions } from './definitions.ts';
import { historiesOf } from './histories.ts';
import type { AppliedPolicy, SlaRecord, SlaRow } from './sla-record.ts';

type SlaContext = AuditContext & Partial<Pick<Context, 'sla' | 'fields' | 'settings'>>;

/** A process may not know yet what another one has saved; a record that was computed by later definitions does. */
async function definitionsOf(
  tx: Tx,
  { sla, fields = noCustomFields }: SlaContext,
  before: SlaRow | null,
): Promise<CompiledDefinitions> {
  const isOutdated =
    before !== null && sla !== undefined && before.sla_version > sla.clocks_version;
  const definitions: SlaDefinitions = sla && !isOutdated ? sla : await readSlaDefinitions(tx);
  return compiledDefinitions(definitions, fields);
}

/**
 * Computes everything about the clocks of a row from its history. Thresholds that fired before are those of `before`: the
 * clock without a policy may have begun a period in `row` already.
 */
function rebuildRow<Row extends SlaRow>(
  record: SlaRecord<Row>,
  before: Row,
  row: Row,
  policy: AppliedPolicy | null,
  history: History,
  definitions: CompiledDefinitions,
  { settings, now }: { settings?: Context['settings'] | undefined; now: Date },
): Row {
  const earlier: Clocks = { ...record.ownClocks?.(before), ...before.sla_clocks };
  const { type } = record;
  const known = policyWithId(type, policy?.id, definitions);
  const clocks = known
    ? rebuild(termsOf(known, row.priority, definitions), history, earlier, now.getTime())
    : {};
  // A clock that no policy gave keeps its target, also when the settings change.
  const isTakenBack = row.sla_clocks?.resolution !== undefined && clocks.resolution === undefined;
  const terms = isTakenBack && settings ? record.defaultTerms?.(row, settings) : undefined;
  const own = terms ? rebuild(terms, history, earlier, now.getTime()) : {};
  return {
    ...record.withColumns(row, clocks, own),
    sla_policy: policy,
    sla_clocks: policy ? clocks : null,
    sla_version: definitions.version,
  };
}

const withChanges = ({ moments, responses }: History, changes: readonly Change[]): History => ({
  moments: [...moments, ...changes.map(({ moment }) => moment)],
  responses: [
    ...responses,
    ...changes.flatMap(({ moment, isResponse }) => (isResponse ? [moment.at] : [])),
  ],
});

/** A response is written before the record moves. */
const changesOf = <Row extends SlaRow>(
  { momentOf }: SlaRecord<Row>,
  now: Date,
  notes: WriteSteps<Row>['notes'],
  rows: readonly Row[],
): Change[] =>
  rows.map((row, at) => ({
    moment: momentOf(row, now.toISOString()),
    isResponse: at === 0 && notes.some((note) => note.isResponse === true),
  }));

/** Returns the row with its clocks as they are after the write; `before` is null for a new record. */
export async function withClocks<Row extends SlaRow>(
  tx: Tx,
  context: SlaContext,
  record: SlaRecord<Row>,
  before: Row | null,
  next: Row,
  { notes, through }: WriteSteps<Row>,
): Promise<Row> {
  const definitions = await definitionsOf(tx, context, before);
  const { type } = record;
  const hasPolicies = definitions.of(type).policies.length > 0;
  if (!hasPolicies && (before?.sla_policy ?? null) === null)
    return next.sla_version === definitions.version
      ? next
      : { ...next, sla_version: definitions.version };
  if (!before) {
    const policy = matchPolicy(type, await subjectOf(tx, record, next, definitions), definitions);
    const history = { moments: [record.momentOf(next, next.created_at)], responses: [] };
    return rebuildRow(record, next, next, policy, history, definitions, context);
  }
  const isCurrent = before.sla_version === definitions.version;
  // Clocks that have ended stay as they are, whatever is defined later.
  if (!isCurrent && record.isEnded(before) && record.isEnded(next)) return next;
  const changes = changesOf(record, context.now, notes, [...through, next]);
  const policy =
    isCurrent && !changesMatch(record, before, next, definitions)
      ? before.sla_policy
      : matchPolicy(type, await subjectOf(tx, record, next, definitions), definitions);
  if (!policy && !before.sla_policy) return { ...next, sla_version: definitions.version };
  if (isCurrent && policy?.id === before.sla_policy?.id) {
    if (!policy || !before.sla_clocks) return next;
    const known = policyWithId(type, policy.id, definitions);
    const terms = known && termsOf(known, next.priority, definitions);
    if (terms && hasSameMetrics(before.sla_clocks, terms)) {
      const sla_clocks = advance(before.sla_clocks, changes, terms);
      return { ...record.withColumns(next, sla_clocks, {}), sla_clocks };
    }
  }
  const history = (await historiesOf(tx, record, [before])).get(before.id);
  if (!history) throw new Error('a locked record has a history');
  const whole = withChanges(history, changes);
  return rebuildRow(record, before, next, policy, whole, definitions, context);
}

/** Reads the histories of several records and computes their clocks; for those that no request changes. */
export async function rebuildRows<Row extends SlaRow>(
  db: Db | Tx,
  record: SlaRecord<Row>,
  rows: readonly Row[],
  definitions: CompiledDefinitions,
  settings: Context['settings'],
  nowOf: (row: Row) => Date,
): Promise<Row[]> {
  const subjects = await Promise.all(rows.map((row) => subjectOf(db, record, row, definitions)));
  const policies = subjects.map((subject) => matchPolicy(record.type, subject, definitions));
  const concerned = rows.filter((row, at) => policies[at] !== null || row.sla_policy !== null);
  const histories = await historiesOf(db, record, concerned);
  return rows.map((row, at) => {
    const history = histories.get(row.id);
    return history
      ? rebuildRow(record, row, row, policies[at] ?? null, history, definitions, {
          settings,
          now: nowOf(row),
        })
      : { ...row, sla_version: definitions.version };
  });
}
