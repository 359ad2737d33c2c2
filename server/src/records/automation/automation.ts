// A record type on which rules and macros act says how its records take a patch that no request sends.
import type { TObject, TSchema } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { AutomatedType } from '../../platform/runtime/rule-definitions.ts';
import { Registry } from '../../platform/runtime/registry.ts';
import type { AddedNote } from '../notes/added-note.ts';
import type { NotedRow, NotedType } from '../notes/noted-type.ts';

type Representation = { version: number };

export interface Automation<Row extends NotedRow> {
  type: NotedType<Row, Context> & { type: AutomatedType };
  Id: TSchema;
  /** The API reference lists the operations under this heading. */
  tag: string;
  Full: TObject;
  present(row: Row, context: Context, db: Tx): Representation | Promise<Representation>;
  /** The body of the request that updates a record; actions set its fields. */
  Update: TObject;
  /** Actions cannot set these members of the body. */
  notSettable: readonly string[];
  /** Audited fields that follow from columns which the audit trail does not have; a preview cannot compute them. */
  computed?: readonly string[];
  /** Returns the record with the patch, by the rules of the request; throws the error with which that would fail. */
  apply(context: Context, before: Row, patch: Readonly<Record<string, unknown>>): Row;
  /** Returns the record with the effects that public notes of the caller have on its fields. */
  withReply?(context: Context, row: Row): Row;
  /** Notifies people of an update as the request does; `note` is the last one that it added. */
  notify?(tx: Tx, context: Context, before: Row, after: Row, note?: AddedNote): Promise<void>;
}

/** `any`, because the rows of record types differ. */
// eslint-disable-next-line typescript/no-explicit-any
export type AnyAutomation = Automation<any>;

const offered = new Registry<string, AnyAutomation>('record types that rules act on');

export const offerAutomations = (automations: readonly AnyAutomation[]): void =>
  offered.set(automations.map((one) => [one.type.type, one]));

export const automationOf = (type: string): AnyAutomation | undefined => offered.get(type);
