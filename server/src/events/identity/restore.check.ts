import type { HealthChecks } from '../../platform/runtime/health.ts';
import { readSuspicion } from './identity.sql.ts';

export const restoreChecks: HealthChecks = {
  restore: async ({ probe }) => {
    const suspicion = await readSuspicion(probe);
    return suspicion ? { status: 'degraded', detail: suspicion } : { status: 'ok' };
  },
};
