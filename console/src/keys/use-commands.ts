// Binds a table of commands to the actions of a page for as long as it is shown.
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Command } from './command.ts';
import { registry } from './keyboard.ts';
import type { BoundCommand } from './registry.ts';

interface Action {
  run: () => void;
  unavailable?: string | undefined;
}

export type Actions<Id extends string> = Partial<Record<Id, Action | (() => void)>>;

/** Commands of the table without an action here are not offered. */
export function useCommands<const Table extends readonly Command[]>(
  table: Table,
  actions: Actions<Table[number]['id']>,
): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const actionOf = (id: string): Action | undefined => {
    const action = (latest.current as Record<string, Action | (() => void) | undefined>)[id];
    return typeof action === 'function' ? { run: action } : action;
  };
  // Commands are bound again only when another set of them, or another reason, is offered.
  const offered = table
    .map(({ id }) => {
      const action = (actions as Record<string, Action | (() => void) | undefined>)[id];
      return action && `${id}:${typeof action === 'function' ? '' : (action.unavailable ?? '')}`;
    })
    .join('\n');
  // Commands are bound before the page is painted, so that its keys work as soon as it is seen.
  useLayoutEffect(() => {
    const bound = table.flatMap((command): BoundCommand[] => {
      const action = actionOf(command.id);
      if (!action) return [];
      const run = () => actionOf(command.id)?.run();
      return [{ ...command, run, unavailable: action.unavailable }];
    });
    return registry.bind(bound);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `offered` stands for the actions
  }, [table, offered]);
}

export const useBoundCommands = (): readonly BoundCommand[] =>
  useSyncExternalStore(registry.subscribe, registry.list);
