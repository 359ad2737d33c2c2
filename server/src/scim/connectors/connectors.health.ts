// A directory whose token has expired deactivates nobody any more, so its end is announced.
import type { HealthCheck } from '../../platform/runtime/health.ts';
import { countExpired } from './connectors.sql.ts';

const WARNED_DAYS = 30;
const DAY_MS = 86_400_000;

export const checkConnectors: HealthCheck = async ({ probe, now }) => {
  const count = await countExpired(probe, new Date(now().getTime() + WARNED_DAYS * DAY_MS));
  return count === 0
    ? { status: 'ok' }
    : {
        status: 'degraded',
        detail: `The tokens of ${count} active SCIM connectors have expired or do so within ${WARNED_DAYS} days. A super_admin can rotate them.`,
      };
};
