// The timeline is grouped by day, with consecutive deliveries, e-mails or merges of duplicates folded into one line.
import type { TimelineEntry, Visibility } from '../../api/index.ts';
import { foldRepeats, type Repeats } from './repeats.ts';
import { ruleCauseOf } from '../rules/rule.cause.ts';

/** The conversation is what the requester reads, too; what the team writes is shown apart from it. */
export type TimelineFilter = 'all' | 'conversation' | 'internal' | 'changes';

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export type Fold = 'delivery' | 'mail' | 'duplicate';

export type TimelineItem =
  | { kind: 'note'; entry: TimelineEntry; changes: FieldChange[] }
  | { kind: 'change'; entry: TimelineEntry; changes: FieldChange[] }
  | { kind: 'event'; entry: TimelineEntry }
  | Repeats
  | { kind: 'fold'; fold: Fold; entries: TimelineEntry[] };

export interface TimelineDay {
  /** The day is its midnight, in milliseconds. */
  day: number;
  items: TimelineItem[];
}

/** The timeline of a leader has the merges of its duplicates, of which a storm brings many. */
const isMerge = ({ changes, note }: TimelineEntry): boolean =>
  changes?.['merged_into'] !== undefined && !note;

function foldOf(entry: TimelineEntry, ofRecord: string): Fold | undefined {
  if (entry.kind === 'webhook.delivery') return 'delivery';
  if (entry.kind.startsWith('notification.')) return 'mail';
  return isMerge(entry) && entry.record.id !== ofRecord ? 'duplicate' : undefined;
}

/** These fields add nothing to the others of the same update. */
const implied = new Set([
  'version',
  'updated_at',
  'resolved_at',
  'closed_at',
  'sla_breach_at',
  'work_notes_count',
  'decided_at',
  'decided_by',
  'decision_comment',
  'fulfilled_at',
]);

/** Where nobody has changed the record itself, the new time of the breach is the change. */
const isImplied = (field: string, cause: TimelineEntry['cause']): boolean =>
  implied.has(field) && !(field === 'sla_breach_at' && cause?.kind === 'sla_policies');

const changesOf = ({ changes = {}, cause }: TimelineEntry): FieldChange[] =>
  Object.entries(changes)
    .filter(([field]) => !isImplied(field, cause))
    .map(([field, { from, to }]) => ({ field, from, to }));

/** An entry such as `change.updated` of a change is about the record itself; `sla.breached` is not. */
const isOfRecord = ({ kind, record }: TimelineEntry): boolean => kind.startsWith(`${record.type}.`);
const isUpdate = (entry: TimelineEntry): boolean =>
  isOfRecord(entry) && entry.kind.endsWith('.updated');

function itemOf(entry: TimelineEntry): TimelineItem {
  const changes = changesOf(entry);
  if (entry.note) return { kind: 'note', entry, changes };
  if (ruleCauseOf(entry) || (isUpdate(entry) && changes.length > 0))
    return { kind: 'change', entry, changes };
  return { kind: 'event', entry };
}

/** The reader may see nothing of such an update, for example of a note for others. */
const isBlank = (entry: TimelineEntry): boolean =>
  isUpdate(entry) &&
  !entry.note &&
  !entry.sla &&
  !ruleCauseOf(entry) &&
  changesOf(entry).length === 0;

/** Says whether the filter shows notes with these readers. */
export const showsNotes = (filter: TimelineFilter, visibility: Visibility): boolean =>
  filter === 'all' ||
  (filter !== 'changes' && (filter === 'conversation') === (visibility === 'public'));

const visibilityOf = (item: TimelineItem): Visibility | undefined =>
  item.kind === 'note' || item.kind === 'repeats'
    ? ('entries' in item ? item.entries[0] : item.entry)?.note?.visibility
    : undefined;

const isNoteFor =
  (filter: TimelineFilter) =>
  (item: TimelineItem): boolean => {
    const visibility = visibilityOf(item);
    return visibility !== undefined && showsNotes(filter, visibility);
  };

const filters: Record<TimelineFilter, (item: TimelineItem) => boolean> = {
  all: () => true,
  conversation: isNoteFor('conversation'),
  internal: isNoteFor('internal'),
  changes: (item) =>
    item.kind === 'change' ||
    (item.kind === 'note' && item.changes.length > 0) ||
    (item.kind === 'event' && isOfRecord(item.entry)),
};

function fold(entries: readonly TimelineEntry[], ofRecord: string): TimelineItem[] {
  const items: TimelineItem[] = [];
  for (const entry of foldRepeats(entries)) {
    if ('entries' in entry) {
      items.push(entry);
      continue;
    }
    const name = foldOf(entry, ofRecord);
    const last = items.at(-1);
    if (name === undefined) items.push(itemOf(entry));
    else if (last?.kind === 'fold' && last.fold === name) last.entries.push(entry);
    else items.push({ kind: 'fold', fold: name, entries: [entry] });
  }
  return items;
}

export const timeOf = (item: TimelineItem): string =>
  ('entries' in item ? item.entries[0]?.at : item.entry.at) ?? '';

/** Entries are ordered newest first, as the service sends them. `dayOf` returns midnight in the zone of the reader. */
export function timelineDays(
  entries: readonly TimelineEntry[],
  filter: TimelineFilter,
  dayOf: (iso: string) => number,
  ofRecord: string,
): TimelineDay[] {
  const days: TimelineDay[] = [];
  for (const item of fold(
    entries.filter((entry) => !isBlank(entry)),
    ofRecord,
  )) {
    if (!filters[filter](item)) continue;
    const day = dayOf(timeOf(item));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
