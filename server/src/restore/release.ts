// `admin release` sends deliveries and e-mails again, from the address of this instance.
import { parseArgs } from 'node:util';
import type { Command } from '../feature.ts';
import { MAIL_JOB } from '../notifications/index.ts';
import { comparedUrl, describeHold, lockOutgoing, releaseOutgoing } from '../outgoing/index.ts';
import { bringJobsForward } from '../platform/background/jobs.ts';
import { notifyOnCommit } from '../platform/postgres/commit-notifier.ts';
import { transact } from '../platform/postgres/transaction.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { FAILURES_JOB } from '../webhooks/index.ts';
import { auditCommand } from './restored.ts';
import { describeWaiting } from './waiting.ts';

const USAGE = `
  admin release         send the deliveries and e-mails that are held after a restore or because BASE_URL
                        has changed, and store BASE_URL as the address of this database`;

async function runRelease(deps: Deps, args: string[]): Promise<string> {
  parseArgs({ args, options: {} });
  return transact(deps, async (tx) => {
    const before = await lockOutgoing(tx);
    const ownUrl = comparedUrl(deps);
    if (!describeHold(deps, before))
      return before.base_url !== null && ownUrl === null
        ? `Nothing is held. BASE_URL is a loopback address, which is not compared; processes at another address than ${before.base_url} hold deliveries and e-mails.`
        : 'Nothing is held.';
    await releaseOutgoing(tx, ownUrl, deps.now().toISOString());
    await bringJobsForward(tx, [MAIL_JOB, FAILURES_JOB]);
    const base_url = ownUrl ?? before.base_url;
    await auditCommand(tx, deps, 'instance.released', { held_since: before.held_since, base_url });
    notifyOnCommit(tx, 'deliveries');
    return `Deliveries and e-mails are sent again${base_url === null ? '' : ` by processes whose BASE_URL is ${base_url}`}. ${await describeWaiting(tx)}`;
  });
}

export const release: Command = { usage: USAGE, run: runRelease };
