import type { HealthCheck } from '../../platform/runtime/health.ts';
import { readIndexState } from '../passages/index-state.sql.ts';

export const checkSearch: HealthCheck = async ({ probe, now }) => {
  const { ready, indexed, total } = await readIndexState(probe, now());
  return ready
    ? { status: 'ok' }
    : { status: 'degraded', detail: `${indexed} of ${total} articles are indexed.` };
};
