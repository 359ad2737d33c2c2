// An alert that repeats adds a note each time. The repeats of one inbound webhook become one entry that can be opened.
import type { TimelineEntry } from '../../api/index.ts';

/** A run has two or more entries, the newest first. */
export interface Repeats {
  kind: 'repeats';
  entries: TimelineEntry[];
}

/** These values change with each repeat. */
const counted = new Set(['occurrences', 'work_notes_count', 'version', 'updated_at']);

/** A repeat says only that the alert was received again. */
const isRepeat = ({ note, changes = {} }: TimelineEntry): boolean =>
  note !== undefined &&
  changes['occurrences'] !== undefined &&
  Object.keys(changes).every((field) => counted.has(field));

/** Returns the webhook, or the person on whose behalf it acts if the entry does not name the webhook. */
const sourceOf = (entry: TimelineEntry & { via?: { id: string } }): string =>
  entry.via?.id ?? entry.actor;

/** Deliveries and e-mails are caused by the repeats, and stand between them. */
const isResult = ({ kind }: TimelineEntry): boolean =>
  kind === 'webhook.delivery' || kind.startsWith('notification.');

/** Entries are ordered newest first. A run ends where something else happened, and stands where its newest repeat was. */
export function foldRepeats(entries: readonly TimelineEntry[]): (TimelineEntry | Repeats)[] {
  const runs = new Map<string, Repeats>();
  const folded: (TimelineEntry | Repeats)[] = [];
  for (const entry of entries) {
    if (!isRepeat(entry)) {
      if (!isResult(entry)) runs.clear();
      folded.push(entry);
      continue;
    }
    const run = runs.get(sourceOf(entry));
    if (run) run.entries.push(entry);
    else {
      const started: Repeats = { kind: 'repeats', entries: [entry] };
      runs.set(sourceOf(entry), started);
      folded.push(started);
    }
  }
  return folded.flatMap((one) =>
    'entries' in one && one.entries.length === 1 ? one.entries : [one],
  );
}
