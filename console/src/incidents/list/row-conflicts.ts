// Edits in the list that conflict with those of others wait for a choice. They outlive the list, so that typed text is
// not lost by going to another one.
import { useSyncExternalStore } from 'react';
import type { RecordConflict } from '../../records/index.ts';

let conflicts: readonly RecordConflict[] = [];
const listeners = new Set<() => void>();

function set(next: readonly RecordConflict[]): void {
  conflicts = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A later conflict of a record contains the earlier one. */
export const addConflict = (conflict: RecordConflict): void =>
  set([...conflicts.filter(({ id }) => id !== conflict.id), conflict]);

export const dropConflict = (conflict: RecordConflict): void =>
  set(conflicts.filter((one) => one !== conflict));

export const useConflicts = (): readonly RecordConflict[] =>
  useSyncExternalStore(subscribe, () => conflicts);
