// Prints the latest entries of a record's timeline, one line each.
import type { TimelineEntry } from '../../index.ts';
import { printHeading } from '../terminal/card.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { cut, oneLine, padEnd, withSpaces, widthOf, wrap } from '../terminal/text.ts';
import { localTime } from '../terminal/time.ts';

/** Entries of the other records have the same shape. */
type Entry = Pick<TimelineEntry, 'at' | 'actor' | 'kind' | 'changes' | 'note' | 'delivery'>;

const MAX_VALUE = 40;

const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none';
  return cut(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), MAX_VALUE);
};

/** These fields follow from other changes. */
const DERIVED = new Set(['sla_breach_at', 'work_notes_count', 'updated_at']);

export const changesText = (changes: Entry['changes'] = {}): string =>
  Object.entries(changes)
    .filter(([field]) => !DERIVED.has(field))
    .map(([field, { from, to }]) => `${withSpaces(field)}: ${valueText(from)} → ${valueText(to)}`)
    .join(', ');

function entryText({ kind, changes, note, delivery }: Entry): string {
  if (note) return `${withSpaces(note.visibility)} note`;
  if (delivery) return `${delivery.event} to ${delivery.webhook_name}: ${delivery.status}`;
  const [, verb = kind] = kind.split('.');
  const text = kind.endsWith('.created') ? '' : changesText(changes);
  return text || withSpaces(verb);
}

export function printTimeline(terminal: Terminal, entries: readonly Entry[]): void {
  if (entries.length === 0) return;
  const { style, textWidth } = terminal;
  terminal.print();
  printHeading(terminal, 'Timeline');
  const actorWidth = Math.max(...entries.map(({ actor }) => widthOf(oneLine(actor))));
  for (const entry of entries) {
    const head = `  ${localTime(entry.at)}  ${padEnd(oneLine(entry.actor), actorWidth)}  `;
    const room = Math.max(20, terminal.width - widthOf(head));
    terminal.print(style('dim', head) + cut(oneLine(entryText(entry)), room));
    for (const line of entry.note ? wrap(entry.note.body, textWidth - 6) : [])
      terminal.print(`      ${line}`);
  }
}
