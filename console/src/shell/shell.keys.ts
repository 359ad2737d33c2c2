// Commands of every page.
import type { Command } from '../keys/index.ts';

const everywhere = ['everywhere'] as const;

export const shellCommands = [
  { id: 'palette', keys: ['mod+K'], scope: everywhere, label: 'Command palette' },
  { id: 'search', keys: ['/'], scope: everywhere, label: 'Search incidents' },
  { id: 'create', keys: ['c'], scope: everywhere, label: 'New incident' },
  { id: 'keys', keys: ['?'], scope: everywhere, label: 'Keyboard shortcuts' },
  { id: 'undo', keys: ['z'], scope: everywhere, label: 'Undo' },
  { id: 'go.incidents', keys: ['g i'], scope: everywhere, label: 'Go to incidents' },
  { id: 'theme.light', keys: [], scope: everywhere, label: 'Theme: light' },
  { id: 'theme.dark', keys: [], scope: everywhere, label: 'Theme: dark' },
  { id: 'theme.auto', keys: [], scope: everywhere, label: 'Theme: as the system' },
  { id: 'letters', keys: [], scope: everywhere, label: 'Switch single-letter keys on or off' },
  { id: 'signOut', keys: [], scope: everywhere, label: 'Sign out' },
] as const satisfies readonly Command[];
