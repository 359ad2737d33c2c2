// The page of keys lists these commands, and a test refuses two with the same keys.
import type { Command } from './keys/index.ts';
import { inboxCommands } from './inbox/inbox.keys.ts';
import { mailCommands } from './admin/mail/mail.keys.ts';
import { createCommands } from './records/create/create.keys.ts';
import { holdCommands } from './incidents/hold/hold.keys.ts';
import { mergingCommands } from './incidents/merging/merging.keys.ts';
import { viewsCommands } from './incidents/views/views.keys.ts';
import { macroCommands } from './records/macros/macros.keys.ts';
import { recordCommands, workCommands } from './records/record.keys.ts';
import { followCommands, linkCommands } from './records/related/related.keys.ts';
import { taskCommands } from './records/tasks/tasks.keys.ts';
import { listCommands, selectCommands } from './lists/list.keys.ts';
import { shellCommands } from './shell/shell.keys.ts';

export const commands: readonly Command[] = [
  ...shellCommands,
  ...listCommands,
  ...selectCommands,
  ...viewsCommands,
  ...recordCommands,
  ...linkCommands,
  ...followCommands,
  ...workCommands,
  ...taskCommands,
  ...macroCommands,
  ...holdCommands,
  ...mergingCommands,
  ...createCommands,
  ...inboxCommands,
  ...mailCommands,
];
