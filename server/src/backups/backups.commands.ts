// `main.ts admin backup-taken` is the last step of a scheduled backup: the service cannot see the files of other tools.
import { parseArgs } from 'node:util';
import type { Commands } from '../feature.ts';
import { UsageError } from '../platform/errors.ts';
import { recordBackup } from './backups.sql.ts';

const kinds: readonly string[] = ['dump', 'base', 'incremental', 'pgbackrest', 'snapshot'];

const USAGE = `
  admin backup-taken    record that a backup has finished, for the metric and the alert of its age
    --kind KIND [--finished-at TIME]
                        KIND is ${kinds.join(', ')}; TIME is now unless given`;

/** A time in the future would hide for long that no backup is taken any more. */
function readFinished(text: string | undefined, now: Date): Date {
  if (text === undefined) return now;
  const finished = new Date(text);
  if (Number.isNaN(finished.getTime()) || finished > now)
    throw new UsageError(
      `--finished-at must be a time that has passed, such as ${now.toISOString()}, not ${text}.\n${USAGE}`,
    );
  return finished;
}

export const backupCommands: Commands = {
  'backup-taken': {
    usage: USAGE,
    run: async ({ db, now }, args) => {
      const { values } = parseArgs({
        args,
        options: { kind: { type: 'string' }, 'finished-at': { type: 'string' } },
      });
      const { kind = '', 'finished-at': text } = values;
      if (!kinds.includes(kind))
        throw new UsageError(`--kind must be one of ${kinds.join(', ')}.\n${USAGE}`);
      const finished = readFinished(text, now());
      await recordBackup(db, kind, finished);
      return `Recorded: a backup of the kind ${kind} finished at ${finished.toISOString()}.`;
    },
  },
};
