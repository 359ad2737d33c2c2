// `admin restored` follows the restore of a backup. Clients have seen records and events that the database has lost, and
// it has sessions and deliveries that ended long ago.
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import {
  beginIdentity,
  emit,
  type EntryKind,
  type FieldDiff,
  readWitness,
} from '../events/index.ts';
import type { Command } from '../feature.ts';
import {
  endAllSessions,
  replaceSigningKeys,
  requireOwnKey,
  systemContext,
} from '../identity/index.ts';
import { holdOutgoing } from '../outgoing/index.ts';
import { UsageError } from '../platform/errors.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { countOf } from '../platform/text.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { type MovedNumbers, moveNumbersAhead } from './numbers.sql.ts';
import { describeWaiting } from './waiting.ts';

const DEFAULT_AHEAD = 100_000;
const MAX_AHEAD = 10_000_000;

const USAGE = `
  admin restored        after a restore: give the event log a new identity, move all numbers ahead, end all
                        sessions, and hold deliveries and e-mails until \`admin release\`
    [--ahead N]         move numbers ahead by N, 1 to ${MAX_AHEAD.toLocaleString('en')} (${DEFAULT_AHEAD.toLocaleString('en')} if omitted)`;

/** No other record can have this id: client ids are in lower case. */
const RECORD_ID = 'INSTANCE';

/** A container may run under a user id without a name. */
function commandUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** The entry names the user of the operating system, because the command line knows no account. */
export const auditCommand = (
  tx: Tx,
  deps: Deps,
  kind: EntryKind,
  details: Record<string, unknown>,
): Promise<void> =>
  emit(tx, systemContext(deps, 'command-line'), {
    record: { type: 'instance', id: RECORD_ID, version: 1 },
    kind,
    changes: Object.fromEntries(
      Object.entries({ ...details, system_user: commandUser() }).map(([name, to]) => [
        name,
        { from: null, to },
      ]),
    ) satisfies FieldDiff,
    events: [],
  });

function readAhead(args: string[]): number {
  const { ahead = String(DEFAULT_AHEAD) } = parseArgs({
    args,
    options: { ahead: { type: 'string' } },
  }).values;
  const number = /^\d{1,9}$/.test(ahead) ? Number(ahead) : 0;
  if (number >= 1 && number <= MAX_AHEAD) return number;
  throw new UsageError(
    `--ahead must be a whole number from 1 to ${MAX_AHEAD}, not ${ahead}.\n${USAGE}`,
  );
}

const nameOf = (table: string): string => table.replaceAll('_', ' ');

const describeNumbers = (moved: readonly MovedNumbers[]): string =>
  moved
    .filter(({ next_id }) => next_id !== null)
    .map(({ table, next_id }) => `  ${nameOf(table)}: from ${next_id}`)
    .join('\n');

const describe = (
  ahead: number,
  moved: readonly MovedNumbers[],
  sessions: number,
  waiting: string,
) => `The event log has a new identity: clients that resume get 410 and read their state again.
All numbers are moved ahead by ${ahead}. Numbers below these may have been given out before the restore, and are not
used again if fewer than ${ahead} records of each type were created since the backup:
${describeNumbers(moved)}
${countOf(sessions, 'session')} ended, and no access token from before is valid; people sign in again, clients and API keys obtain new tokens.
Deliveries and e-mails are held. ${waiting}

The backup may have brought back what was removed since it was made. Compare before you release:
  users and clients that were deactivated, API keys that were deleted, webhooks and their secrets
Then run \`admin release\`, which sends what is held. Running \`admin restored\` again moves the numbers ahead once more.`;

async function runRestored(deps: Deps, args: string[]): Promise<string> {
  const ahead = readAhead(args);
  // A signing key that is sealed with a wrong key would make all processes unable to sign.
  await requireOwnKey(deps);
  await deps.limits.valkey?.check();
  // The same backup may be restored twice: the new identity must be later than the one that was given out last.
  const { witness: given } = await readWitness(deps);
  return deps.maintenance.transaction().execute(async (tx) => {
    await holdOutgoing(tx, deps.now().toISOString());
    const sessions = await endAllSessions(tx);
    await replaceSigningKeys(tx, deps);
    const moved = await moveNumbersAhead(tx, ahead);
    // Positions of the new identity begin after those that were moved.
    const { identity } = await beginIdentity(tx, { given, now: deps.now() });
    const numbers = Object.fromEntries(moved.map(({ table, next_number }) => [table, next_number]));
    await auditCommand(tx, deps, 'instance.restored', { identity, ahead, numbers, sessions });
    return describe(ahead, moved, sessions, await describeWaiting(tx));
  });
}

export const restored: Command = { usage: USAGE, run: runRestored };
