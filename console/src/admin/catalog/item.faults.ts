// The service names the places of faults by JSON pointers. The editor shows them at the parts that have them.
import { inputFaultText } from '../../words/index.ts';
import { savedQuestions } from './form.values.ts';
import type { ItemValues } from './item.values.ts';
import { keyedTasks, savedTasks } from './task.values.ts';

/** Messages by JSON pointers. */
export type Faults = ReadonlyMap<string, string>;

export const NO_FAULTS: Faults = new Map();

interface ItemFault {
  pointer: string;
  message: string;
}

/** A preview has the item within its body. */
export const faultsByPointer = (faults: readonly ItemFault[]): Faults =>
  new Map(
    faults.map(({ pointer, message }) => {
      const place = pointer.replace(/^\/item(?=\/|$)/, '');
      return [place, inputFaultText(place, message)];
    }),
  );

/** Returns the faults of a part, by pointers within it. */
export function faultsWithin(faults: Faults, part: string): Faults {
  const own = [...faults].filter(([pointer]) => pointer === part || pointer.startsWith(`${part}/`));
  return own.length === 0
    ? NO_FAULTS
    : new Map(own.map(([pointer, message]) => [pointer.slice(part.length), message]));
}

/** Returns the first message about the part or anything within it. */
export const firstFault = (faults: Faults, part: string): string | undefined =>
  [...faultsWithin(faults, part).values()][0];

type RowPart = 'form' | 'approvals' | 'tasks';

const savedRows: Readonly<Record<RowPart, (values: ItemValues) => readonly { id: string }[]>> = {
  form: ({ form }) => savedQuestions(form),
  approvals: ({ approvals }) => approvals,
  tasks: ({ tasks }) => savedTasks(keyedTasks(tasks)),
};

/** Rows move after they were sent. Returns the faults by the ids of their rows, as these were sent. */
export function faultsByRow(
  faults: Faults,
  part: RowPart,
  sent: ItemValues,
): ReadonlyMap<string, Faults> {
  return new Map(
    savedRows[part](sent).flatMap(({ id }, at) => {
      const own = faultsWithin(faults, `/${part}/${at}`);
      return own.size === 0 ? [] : [[id, own] as const];
    }),
  );
}
