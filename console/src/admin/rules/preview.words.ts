// The result of a preview is put in few words.
import type { PreviewedRun, RulePreviewResult } from '../../api/index.ts';
import { dateTime } from '../../ui/marks/time.ts';
import { numberFormat } from '../../ui/region/region.ts';
import { faultWords, fieldLabel, labelInSentence, valueText } from '../../words/index.ts';

const DAY_MS = 86_400_000;

export const periods = {
  week: 'last week',
  month: 'last month',
  quarter: 'last 3 months',
} as const;
export type Period = keyof typeof periods;

const days: Readonly<Record<Period, number>> = { week: 7, month: 30, quarter: 91 };

export const sinceOf = (period: Period, now: number): string =>
  new Date(now - days[period] * DAY_MS).toISOString();

const text = numberFormat({ maximumFractionDigits: 0 });
const count = (number: number, one: string, many: string): string =>
  `${text(number)} ${number === 1 ? one : many}`;

/** Returns "312 creations and updates tried: the rule would have run 37 times, on 35 records." */
export function resultText({
  events,
  since,
  is_complete,
  runs,
  records,
}: RulePreviewResult): string {
  const tried = count(events, 'creation or update', 'creations and updates');
  const which = is_complete ? tried : `The newest ${tried}, since ${dateTime(since)},`;
  if (runs === 0) return `${which} tried: the rule would not have run.`;
  const times = runs === 1 ? 'once' : `${text(runs)} times`;
  return `${which} tried: the rule would have run ${times}, on ${count(records, 'record', 'records')}.`;
}

/** These values follow from others. */
const implied = new Set([
  'version',
  'updated_at',
  'work_notes_count',
  'last_reply_at',
  'last_reply_by',
]);
const isShown = (field: string): boolean => !implied.has(field) && !field.startsWith('sla_');

/** Returns "Assignee 37 times" for each field that would have changed, the most frequent first. */
export const changedTexts = ({ changed }: Pick<RulePreviewResult, 'changed'>, type: string) =>
  Object.entries(changed)
    .filter(([field]) => isShown(field))
    .toSorted(([, a], [, b]) => b - a)
    .map(([field, times]) => `${fieldLabel(field, type)} ${count(times, 'time', 'times')}`);

export interface ChangeText {
  label: string;
  before: string;
  after: string;
}

export const changesOf = ({ changes }: Pick<PreviewedRun, 'changes'>, type: string): ChangeText[] =>
  Object.entries(changes)
    .filter(([field]) => isShown(field))
    .map(([field, { from, to }]) => ({
      label: fieldLabel(field, type),
      before: valueText(field, from, type),
      after: valueText(field, to, type),
    }));

const actionNouns: Readonly<Record<string, string>> = {
  set: 'Set fields',
  assign: 'Assign',
  add_note: 'Note',
  notify: 'Notification',
  mail: 'Mail',
  apply_macro: 'Macro',
  add_watcher: 'Watchers',
};

const nounOf = (action: string): string => actionNouns[action] ?? action;

/** Returns "Mail to Ada Ellis and Ben Odum". */
export const sentTexts = (
  { sent, watchers }: Pick<PreviewedRun, 'sent' | 'watchers'>,
  nameOf: (email: string) => string,
): string[] => [
  ...sent.map(
    ({ action, recipients }) => `${nounOf(action)} to ${recipients.map(nameOf).join(', ')}`,
  ),
  ...(watchers.length > 0 ? [`Watchers: ${watchers.map(nameOf).join(', ')}`] : []),
];

export const skippedTexts = ({ skipped }: Pick<PreviewedRun, 'skipped'>): string[] =>
  skipped.map(({ action, message }) => `${nounOf(action)} skipped: ${faultWords(message).detail}`);

const places: readonly [pattern: RegExp, words: (number: string) => string][] = [
  [/^\/rule\/actions\/(\d+)/, (number) => `Action ${Number(number) + 1}`],
  [/^\/rule\/when/, () => 'Condition'],
  [/^\/rule\/due/, () => 'Time to wait'],
];

/** Returns the refusals of a rule, each with the part of the form that it is about. */
export const faultTexts = (faults: ReadonlyMap<string, string>): string[] =>
  [...faults].map(([pointer, message]) => {
    for (const [pattern, words] of places) {
      const [found, number = ''] = pattern.exec(pointer) ?? [];
      if (found !== undefined)
        return `${words(number)}: ${message.replace(/^rule\.[\w.]+ /, 'This ')}`;
    }
    return message;
  });

export const noteLabel = (visibility: string): string =>
  `${visibility === 'public' ? 'Public' : 'Team'} ${labelInSentence('note')}`;
