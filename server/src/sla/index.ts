import type { Feature } from '../feature.ts';
import { policyRoutes } from './policies/policies.routes.ts';
import { calendarListener, policies } from './policies/policies.service.ts';
import { recomputeWork } from './recompute/recompute.ts';
import { sweepWork } from './recompute/sweep.ts';
import { slaTypes } from '../platform/runtime/sla-definitions.ts';

export { type Clock, type ClockPhase, elapsedMs as clockElapsedMs } from './clocks/clock.ts';
export { type Clocks, holdReasons, nextDueAt as nextDueOf, nextTarget } from './clocks/ledger.ts';
export { conditionScope as policyConditionScope } from './policies/policies.rules.ts';
export { hoursReader } from './definitions.ts';
export { dueFirings, eventOf, type FireContext, fireThresholds, withMarks } from './fire.ts';
export { presentTargetSegments, SlaTargetHistory } from './segments.ts';
export type { SlaColumns, SlaRecord } from './sla-record.ts';
export { NextTarget, presentNextTarget, presentTargets, SlaTarget } from './targets.ts';
export type { WithClocks } from './typed.ts';
export { withClocks } from './with-clocks.ts';

export const slaFeature: Feature = {
  routes: policyRoutes,
  records: [policies],
  onSaved: calendarListener,
  dueWork: (deps) => [...slaTypes.map((type) => recomputeWork(deps, type)), sweepWork(deps)],
};
