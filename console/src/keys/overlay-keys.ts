// An overlay has the keyboard for itself, so it runs the commands of its own table. Keys that were typed while it was
// opening arrive here as well.
import type { KeyboardEvent } from 'react';
import { type Command, isLetterKey, pressName } from './command.ts';
import { letterKeys } from './keyboard.ts';

/** Returns a handler of `keydown`; commands of the table without an action are left to the browser. */
export const overlayKeys =
  <const Table extends readonly Command[]>(
    table: Table,
    actions: Partial<Record<Table[number]['id'], () => void>>,
  ) =>
  (event: KeyboardEvent): void => {
    const name = pressName(event);
    if (isLetterKey(name) && !letterKeys.areOn()) return;
    const found = table.find(({ keys }) => keys.includes(name));
    const run = found && actions[found.id as Table[number]['id']];
    if (!run) return;
    event.preventDefault();
    run();
  };
