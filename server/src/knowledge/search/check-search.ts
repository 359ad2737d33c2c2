import type { HealthCheck } from '../../platform/runtime/health.ts';
import { isIndexReady, readIndexState } from '../passages/index-state.sql.ts';

export const checkSearch: HealthCheck = async ({ probe, now }) => {
  if (await isIndexReady(probe, now())) return { status: 'ok' };
  const { indexed, total } = await readIndexState(probe, now());
  return { status: 'degraded', detail: `${indexed} of ${total} articles are indexed.` };
};
