// These commands work on every page.
import type { Command } from '../keys/index.ts';

const everywhere = ['everywhere'] as const;

export const shellCommands = [
  {
    id: 'search',
    keys: ['/', 'mod+K'],
    scope: everywhere,
    label: 'Search everything',
    opens: 'at once',
  },
  { id: 'create', keys: ['c'], scope: everywhere, label: 'New incident', opens: 'page' },
  { id: 'keys', keys: ['?'], scope: everywhere, label: 'Keyboard shortcuts', opens: 'overlay' },
  { id: 'undo', keys: ['z'], scope: everywhere, label: 'Undo' },
  { id: 'go.home', keys: ['g h'], scope: everywhere, label: 'Go home' },
  { id: 'go.incidents', keys: ['g i'], scope: everywhere, label: 'Go to incidents' },
  { id: 'go.changes', keys: ['g c'], scope: everywhere, label: 'Go to changes' },
  { id: 'go.requests', keys: ['g r'], scope: everywhere, label: 'Go to requests' },
  { id: 'go.work', keys: ['g t'], scope: everywhere, label: 'Go to my work' },
  { id: 'go.cmdb', keys: ['g m'], scope: everywhere, label: 'Go to the CMDB' },
  { id: 'go.knowledge', keys: ['g k'], scope: everywhere, label: 'Go to knowledge' },
  { id: 'go.overview', keys: ['g o'], scope: everywhere, label: 'Go to the overview' },
  { id: 'go.webhooks', keys: ['g w'], scope: everywhere, label: 'Go to webhooks' },
  { id: 'go.jobs', keys: ['g j'], scope: everywhere, label: 'Go to jobs' },
  { id: 'go.admin', keys: [], scope: everywhere, label: 'Go to administration' },
  { id: 'profile', keys: [], scope: everywhere, label: 'Profile, API keys and sessions' },
  { id: 'theme.light', keys: [], scope: everywhere, label: 'Theme: light' },
  { id: 'theme.dark', keys: [], scope: everywhere, label: 'Theme: dark' },
  { id: 'theme.auto', keys: [], scope: everywhere, label: 'Theme: match the system' },
  { id: 'letters', keys: [], scope: everywhere, label: 'Switch single-letter keys on or off' },
  { id: 'signOut', keys: [], scope: everywhere, label: 'Sign out' },
] as const satisfies readonly Command[];

export type GoCommand = Extract<(typeof shellCommands)[number]['id'], `go.${string}`>;
