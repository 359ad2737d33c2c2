// A feature runs the rules of the instance in each write of a record, before it is saved.
import type { Cause, FieldDiff } from '../../events/index.ts';
import type { AuditContext, ChainLink } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { Registry } from '../../platform/runtime/registry.ts';
import type { AddedNote } from '../notes/added-note.ts';
import type { RecordType, VersionedRow } from '../record-type.ts';

/** A write as the engine finds it; `before` is null for a new record. */
export interface RuledWrite<Row> {
  before: Row | null;
  next: Row;
  notes: readonly AddedNote[];
  /** These rules run because time has passed. */
  due?: readonly string[] | undefined;
}

/** One rule ran. Its entry has the changes between the rows before and after it. */
export interface RuleRun<Row> {
  cause: Cause;
  row: Row;
  /** The entry records these changes besides. */
  also: FieldDiff;
  /** The texts may name the id of the record, which a new one gets when it is inserted. */
  notesFor: (id: string) => readonly AddedNote[];
}

export interface RuleOutcome<Row> {
  row: Row;
  runs: readonly RuleRun<Row>[];
  /** Entries of runs have the actor of this context. */
  context: AuditContext;
  /** Returns the chain of events that the write causes. */
  chainFor(id: string): readonly ChainLink[];
  /** Runs after the record is saved: stores notes and participants, and sends notifications. */
  finish(tx: Tx, saved: Row): Promise<void>;
}

export interface RuleEngine {
  /** Returns undefined if no rule ran. */
  run<Row extends VersionedRow, C extends AuditContext>(
    tx: Tx,
    context: C,
    type: RecordType<Row, C>,
    write: RuledWrite<Row>,
  ): Promise<RuleOutcome<Row> | undefined> | undefined;
}

const engines = new Registry<'rules', RuleEngine>('rule engine');

export const offerRuleEngine = (engine: RuleEngine | undefined): void =>
  engines.set(engine ? [['rules', engine]] : []);

export const runRules: RuleEngine['run'] = (tx, context, type, write) =>
  engines.get('rules')?.run(tx, context, type, write);
