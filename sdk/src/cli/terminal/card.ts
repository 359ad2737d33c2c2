// A card shows one record to people: its head, its fields, its texts.
import { paintId, paintValue } from './paint.ts';
import type { Terminal } from './terminal.ts';
import { oneLine, padEnd, withSpaces, widthOf, wrap } from './text.ts';

export interface Card {
  id: string;
  /** Marks are short values beside the id, such as priority and state. */
  marks: readonly (string | null)[];
  title: string;
  /** Empty fields are left out. */
  fields: readonly (readonly [label: string, value: string | number | null | undefined])[];
  texts?: readonly (readonly [label: string, text: string | null | undefined])[];
}

const INDENT = '  ';

export function printCard(
  terminal: Terminal,
  { id, marks, title, fields, texts = [] }: Card,
): void {
  const { style } = terminal;
  const shown = marks
    .filter((mark) => mark !== null)
    .map((mark) => paintValue(style, oneLine(withSpaces(mark))));
  terminal.print([paintId(style, oneLine(id)), ...shown].join('  '));
  for (const line of wrap(oneLine(title), terminal.textWidth)) terminal.print(line);
  const present = fields.filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const labelWidth = Math.max(0, ...present.map(([label]) => widthOf(label)));
  if (present.length > 0) terminal.print();
  for (const [label, value] of present)
    terminal.print(
      `${INDENT}${style('dim', padEnd(label, labelWidth))}  ${oneLine(String(value))}`,
    );
  for (const [label, text] of texts) {
    if (!text) continue;
    terminal.print();
    printHeading(terminal, label);
    for (const line of wrap(text.trim(), terminal.textWidth - INDENT.length))
      terminal.print(line && INDENT + line);
  }
}

export const printHeading = (terminal: Terminal, text: string): void =>
  terminal.print(terminal.style('bold', text));
