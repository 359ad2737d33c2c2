// The form of a macro has its actions as their editor has them.
import { type ActionRow, newAction, printActions, readActions } from '../../actions/index.ts';
import type { AutomatedType, Macro } from '../../api/index.ts';

export interface MacroValues {
  name: string;
  record_type: AutomatedType;
  /** The text is empty for all groups. */
  group: string;
  actions: readonly ActionRow[];
  active: boolean;
}

export const blankValues = (): MacroValues => ({
  name: '',
  record_type: 'incident',
  group: '',
  actions: [newAction('add_note')],
  active: true,
});

const read = new WeakMap<Macro, MacroValues>();

/** The rows get keys, so values are read once for each version. */
export function valuesOf(macro: Macro): MacroValues {
  const { name, record_type, group, actions, active } = macro;
  const values = read.get(macro) ?? {
    name,
    record_type,
    group: group ?? '',
    actions: readActions(actions),
    active,
  };
  read.set(macro, values);
  return values;
}

export function bodyOf({ name, record_type, group, actions: rows, active }: MacroValues) {
  const actions = printActions(rows);
  return actions && { name: name.trim(), record_type, group: group || null, actions, active };
}

export type MacroBody = NonNullable<ReturnType<typeof bodyOf>>;
