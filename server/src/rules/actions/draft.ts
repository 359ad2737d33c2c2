// A draft is what a rule or macro does to a record, before anything is stored.
import type { Context } from '../../platform/context.ts';
import type { MacroDefinition } from '../../platform/runtime/rule-definitions.ts';
import type { AnyAutomation, NotedRow } from '../../records/index.ts';
import type { Choose } from './assignees.ts';
import type { ActionName, noteVisibilities } from './actions.schema.ts';

/** A row of any type; a new record has no id yet. */
export interface Row extends NotedRow {
  // eslint-disable-next-line typescript/no-explicit-any
  [column: string]: any;
}

interface DraftNote {
  visibility: (typeof noteVisibilities)[number];
  /** A template; a new record has its id only when it is stored. */
  text: string;
}

export interface Message {
  action: 'notify' | 'mail';
  /** People and groups as the action names them. */
  people: readonly string[];
  groups: readonly string[];
  subject?: string;
  text?: string | undefined;
}

interface Skip {
  action: ActionName;
  code: string;
  message: string;
}

export interface Draft {
  row: Row;
  notes: DraftNote[];
  messages: Message[];
  watchers: string[];
  skipped: Skip[];
}

/** Actions read everything outside the record from here, so that a preview can answer instead of the database. */
export interface World {
  automation: AnyAutomation;
  /** The actor applies the actions. */
  context: Context;
  choose: Choose;
  /** Returns why the person cannot be assigned, or the group does not exist; undefined if both fit. */
  misfit(assignment: {
    assigned_to?: string | null;
    assignment_group?: string | null;
  }): Promise<{ code: string; message: string } | undefined>;
  macros: ReadonlyMap<string, MacroDefinition>;
  /** Counts the notes and messages of all rules of one update. */
  room: { texts: number };
}

export const newDraft = (row: Row): Draft => ({
  row,
  notes: [],
  messages: [],
  watchers: [],
  skipped: [],
});
