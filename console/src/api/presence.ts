// Who has which record open.
import type { Presence } from '@signalbox/sdk';
import { client } from './client.ts';

export type { Presence } from '@signalbox/sdk';

/** Shown to others for 45 seconds. A failure is no fault of the page: the next one is soon. */
export const sharePresence = (
  record: Presence['record'],
  mode: Presence['mode'],
): Promise<unknown> => client.presence.put({ record, mode }).catch(() => undefined);
