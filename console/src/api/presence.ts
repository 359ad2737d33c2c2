import type { Presence } from '@signalbox/sdk';
import { client } from './client.ts';

export type { Presence } from '@signalbox/sdk';

/** Others see the presence for 45 seconds. A failure is ignored: the next announcement comes soon. */
export const sharePresence = (
  record: Presence['record'],
  mode: Presence['mode'],
): Promise<unknown> => client.presence.put({ record, mode }).catch(() => undefined);
