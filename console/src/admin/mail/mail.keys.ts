// Each decision about a message has a key, in the list and while the message is shown beside it.
import type { Command } from '../../keys/index.ts';

const list = ['list'] as const;

export const mailCommands = [
  { id: 'mail.release', keys: ['r'], scope: list, label: 'Release the message' },
  { id: 'mail.discard', keys: ['d'], scope: list, label: 'Discard the message' },
  {
    id: 'mail.attach',
    keys: ['t'],
    scope: list,
    label: 'Attach the message to a record…',
    opens: 'overlay',
  },
  { id: 'mail.reprocess', keys: ['P'], scope: list, label: 'Process the message again' },
] as const satisfies readonly Command[];
