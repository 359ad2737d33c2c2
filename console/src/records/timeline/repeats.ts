// An alert that repeats adds a note each time. The repeats of one inbound webhook are one entry that can be opened.
import type { TimelineEntry } from '../../api/index.ts';

/** Two or more, newest first. */
export interface Repeats {
  kind: 'repeats';
  entries: TimelineEntry[];
}

/** Values that change with each repeat. */
const counted = new Set(['occurrences', 'work_notes_count', 'version', 'updated_at']);

/** A note that says only that the alert was received again. */
const isRepeat = ({ note, changes = {} }: TimelineEntry): boolean =>
  note !== undefined &&
  changes['occurrences'] !== undefined &&
  Object.keys(changes).every((field) => counted.has(field));

/** The webhook, or the person in whose name it acts where the entry does not name it. */
const sourceOf = (entry: TimelineEntry & { via?: { id: string } }): string =>
  entry.via?.id ?? entry.actor;

/** Deliveries and mails are results of the repeats, and stand between them. */
const isResult = ({ kind }: TimelineEntry): boolean =>
  kind === 'webhook.delivery' || kind.startsWith('notification.');

/** Newest first. A run ends where something else happened; the place of a run is that of its newest repeat. */
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
