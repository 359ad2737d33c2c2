// Actions are read into the rows of the editor, edited, and printed as the API takes them.
import type { RuleAction } from '../api/index.ts';
import { type ActionKind, type ActionRow, kindOf, nextKey } from './action.ts';
import { joinWords } from '../words/index.ts';
import { type ActionNames, kinds } from './action.kinds.ts';

/** The table matches each kind with its value, so the cast is safe. */
const kindRow = (kind: ActionKind) =>
  kinds[kind] as unknown as {
    blank: () => unknown;
    read: (stored: unknown) => unknown;
    print: (value: unknown) => unknown;
    words: (stored: unknown, names: ActionNames) => string;
  };

export const newAction = (kind: ActionKind): ActionRow =>
  ({ key: nextKey(), kind, value: kindRow(kind).blank() }) as ActionRow;

export const readActions = (actions: readonly RuleAction[]): ActionRow[] =>
  actions.map((action) => {
    const kind = kindOf(action);
    return { key: nextKey(), kind, value: kindRow(kind).read(action[kind]) } as ActionRow;
  });

const printAction = ({ kind, value }: ActionRow): RuleAction | undefined => {
  const printed = kindRow(kind).print(value);
  return printed === undefined ? undefined : { [kind]: printed };
};

/** Returns undefined while an action is not complete, or there is none. */
export function printActions(rows: readonly ActionRow[]): RuleAction[] | undefined {
  const printed = rows.map(printAction);
  return printed.length === 0 || printed.includes(undefined)
    ? undefined
    : (printed as RuleAction[]);
}

/** Returns "assign round robin in Network and add a team note". */
export const describeActions = (actions: readonly RuleAction[], names: ActionNames): string =>
  joinWords(
    actions.map((action) => {
      const kind = kindOf(action);
      return kindRow(kind).words(action[kind], names);
    }),
  );

/** Moves a row up or down by one place. */
export function moveRow(
  rows: readonly ActionRow[],
  at: number,
  step: 1 | -1,
): readonly ActionRow[] {
  const row = rows[at];
  const to = at + step;
  if (!row || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(at, 1).toSpliced(to, 0, row);
}
