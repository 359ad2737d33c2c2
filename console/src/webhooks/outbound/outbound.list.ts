import { listWebhooks, type OutboundWebhook } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const webhookList = defineList<OutboundWebhook>({ filters: [], read: listWebhooks });
