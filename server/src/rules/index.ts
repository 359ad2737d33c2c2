// Rules do routine work in the transaction of each write, and macros do it when a person asks for it.
import type { Feature } from '../feature.ts';
import { HOUR } from '../platform/background/schedules.ts';
import { calendarListener, rules } from './definitions/rules.service.ts';
import { ruleRoutes } from './definitions/rules.routes.ts';
import { dueListeners } from './due/due.listener.ts';
import { SCAN_JOB, scanDueRule } from './due/due.scan.ts';
import { dueRuleWork } from './due/due.sweep.ts';
import { conditionFieldRoutes } from './fields/condition-fields.routes.ts';
import { macroRoutes } from './macros/macros.routes.ts';
import { macros } from './macros/macros.service.ts';
import { recordRuleRoutes } from './record.routes.ts';
import { ruleEngine } from './run/engine.ts';
import { purgeExpiredRuns } from './run/runs.sql.ts';

export { type RuleCreate } from './definitions/rules.schema.ts';
export { createRule } from './definitions/rules.service.ts';
export { type MacroCreate } from './macros/macros.schema.ts';
export { createMacro } from './macros/macros.service.ts';
export { macroOperation } from './macros/apply.ts';
export { BulkMacroApplication } from './macros/macros.schema.ts';

export const ruleFeature: Feature = {
  routes: (features) => [
    ...ruleRoutes,
    ...conditionFieldRoutes,
    ...macroRoutes,
    ...features.flatMap(({ automations = [] }) => automations.flatMap(recordRuleRoutes)),
  ],
  records: [rules, macros],
  ruleEngine,
  onSaved: { ...dueListeners, ...calendarListener },
  jobs: { [SCAN_JOB]: scanDueRule },
  dueWork: (deps) => [dueRuleWork(deps)],
  schedules: ({ db, now }) => [
    { name: 'purge-rule-runs', everySeconds: HOUR, run: () => purgeExpiredRuns(db, now()) },
  ],
};
