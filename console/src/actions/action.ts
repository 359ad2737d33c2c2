// Actions as the API has them, and as the editor has them while they are typed.
import type { RuleAction } from '../api/index.ts';

export type ActionKind = keyof RuleAction;
export type ActionOf<Kind extends ActionKind> = NonNullable<RuleAction[Kind]>;

export type AssignTarget = ActionOf<'assign'>['to'];

/** A field that an action sets; an undefined value is still to be typed, and null clears the field. */
export interface SetRow {
  key: string;
  field: string;
  value: unknown;
}

export interface ActionValues {
  set: readonly SetRow[];
  assign: { to: AssignTarget; group: string; person: string };
  add_note: ActionOf<'add_note'>;
  notify: { users: readonly string[]; groups: readonly string[]; text: string };
  mail: { to: readonly string[]; subject: string; text: string };
  apply_macro: ActionOf<'apply_macro'>;
  add_watcher: readonly string[];
}

/** Rows keep their keys while they move. */
export type ActionRow = {
  [Kind in ActionKind]: { key: string; kind: Kind; value: ActionValues[Kind] };
}[ActionKind];

export const MAX_ACTIONS = 10;

let lastKey = 0;
export const nextKey = (): string => `action ${(lastKey += 1)}`;

/** An action has exactly one member. */
export const kindOf = (action: RuleAction): ActionKind => Object.keys(action)[0] as ActionKind;
