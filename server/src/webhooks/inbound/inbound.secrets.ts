// The secrets that sign what comes to a webhook.
import { secretsIn } from '../secrets.ts';

export const { rotated, sealText, secretsOf } = secretsIn('inbound_webhooks');
