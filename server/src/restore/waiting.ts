// Says how many deliveries and e-mails wait.
import { readWaitingMails } from '../notifications/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { countWaitingDeliveries } from '../webhooks/index.ts';

const MAX_COUNTED_MAILS = 1000;

export async function describeWaiting(tx: Tx): Promise<string> {
  const deliveries = await countWaitingDeliveries(tx);
  const { count: mails } = await readWaitingMails(tx);
  const counted = mails === MAX_COUNTED_MAILS ? `${mails} or more` : String(mails);
  return `Waiting: ${deliveries} ${deliveries === 1 ? 'delivery' : 'deliveries'}, ${counted} ${mails === 1 ? 'e-mail' : 'e-mails'}.`;
}
