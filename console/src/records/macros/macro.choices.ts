// Macros are offered in this order: those of my groups, those of all, those of other groups; each by name.
import { describeActions } from '../../actions/index.ts';
import type { MacroSummary, Me } from '../../api/index.ts';

export interface MacroChoice {
  value: string;
  label: string;
  detail: string;
  group: string;
}

const FOR_ALL = 'For all groups';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Own groups come first, then all, then others. */
const rankOf = (group: string | null, own: readonly string[]): number => {
  if (group === null) return 1;
  return own.includes(group) ? 0 : 2;
};

export function macroChoices(
  macros: readonly MacroSummary[],
  me: Pick<Me, 'groups'>,
  nameOf: (email: string) => string,
): MacroChoice[] {
  const compare = (a: MacroSummary, b: MacroSummary): number =>
    rankOf(a.group, me.groups) - rankOf(b.group, me.groups) ||
    (a.group ?? '').localeCompare(b.group ?? '') ||
    a.name.localeCompare(b.name);
  return macros.toSorted(compare).map(({ id, name, group, actions, record_type: recordType }) => ({
    value: id,
    label: name,
    detail: capital(describeActions(actions, { recordType, nameOf, macros: {} })),
    group: group ?? FOR_ALL,
  }));
}
