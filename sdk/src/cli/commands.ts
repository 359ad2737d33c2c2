// Help, parsing and docs/reference/cli.md are made from this table of all commands.
import type { Command } from './command.ts';
import { apiCommands } from './commands/api.ts';
import { askCommands } from './commands/ask.ts';
import { bulkCommands } from './commands/bulk.ts';
import { completionCommands } from './commands/completion.ts';
import { exportCommands } from './commands/export.ts';
import { importCommands } from './commands/import.ts';
import { listenCommands } from './commands/listen.ts';
import { loginCommands } from './commands/login.ts';
import { recordCommands } from './commands/record.commands.ts';
import { articles } from './commands/kinds/articles.kind.ts';
import { catalogItems } from './commands/kinds/catalog.kind.ts';
import { cis } from './commands/kinds/cis.kind.ts';
import { incidents } from './commands/kinds/incidents.kind.ts';
import { changes } from './commands/kinds/changes.kind.ts';
import { requests } from './commands/kinds/requests.kind.ts';
import { tasks } from './commands/kinds/tasks.kind.ts';
import { tailCommands } from './commands/tail.ts';
import { tokenCommands } from './commands/token.ts';
import { webhookCommands } from './commands/webhooks.ts';

/** The groups are in the order of the help. */
export const commandGroups: readonly [heading: string, commands: readonly Command[]][] = [
  ['Sign in', loginCommands],
  [
    'Records',
    [
      ...recordCommands(incidents),
      ...recordCommands(requests),
      ...recordCommands(tasks),
      ...recordCommands(catalogItems),
      ...recordCommands(changes),
      ...recordCommands(cis),
      ...recordCommands(articles),
      ...askCommands,
    ],
  ],
  ['Many records', [...bulkCommands, ...exportCommands, ...importCommands]],
  ['Events', [...tailCommands, ...listenCommands, ...webhookCommands]],
  ['Scripts and shells', [...apiCommands, ...tokenCommands, ...completionCommands]],
];

export const commands: readonly Command[] = commandGroups.flatMap(([, group]) => group);
