// The secrets that senders sign events with.
import { secretsIn } from '../secrets.ts';

export const { replaceSecret, sealText, secretsOf } = secretsIn('inbound_webhooks');
