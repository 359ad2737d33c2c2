// The search box offers the commands that are bound now.
import type { BoundCommand } from '../../keys/index.ts';
import type { BoxItem } from './box-item.ts';

/** Commands of the page come after those that work everywhere, and those of a row last. */
const scopes = ['everywhere', 'inbox', 'record', 'list'];

const placeOf = ({ scope: [first] }: BoundCommand): number => scopes.indexOf(first ?? '');

const OWN = 'search';

const itemOf = (command: BoundCommand): BoxItem => ({
  key: `command:${command.id}`,
  label: command.label,
  keys: command.keys[0],
  unavailable: command.unavailable,
  command,
});

/** Requesters need none of the commands of agents; these have the words of their pages. */
const ownCommands: readonly ({ label: string } & ({ command: string } | { path: string }))[] = [
  { command: 'go.home', label: 'Home' },
  { path: '/incidents/new', label: 'Report a problem' },
  { path: '/requests/new', label: 'Request something' },
  { path: '/knowledge', label: 'Help articles' },
  { command: 'profile', label: 'My profile' },
  { command: 'theme.light', label: 'Theme: light' },
  { command: 'theme.dark', label: 'Theme: dark' },
  { command: 'theme.auto', label: 'Theme: match the system' },
  { command: 'signOut', label: 'Sign out' },
];

const ownItems = (bound: readonly BoundCommand[]): BoxItem[] =>
  ownCommands.flatMap((row): BoxItem[] => {
    if ('path' in row) return [{ key: `page:${row.path}`, label: row.label, path: row.path }];
    const command = bound.find(({ id }) => id === row.command);
    return command ? [{ key: `command:${command.id}`, label: row.label, command }] : [];
  });

export const commandItems = (bound: readonly BoundCommand[], isRequester: boolean): BoxItem[] =>
  isRequester
    ? ownItems(bound)
    : bound
        .filter(({ id }) => id !== OWN)
        .toSorted((one, other) => placeOf(one) - placeOf(other))
        .map(itemOf);
