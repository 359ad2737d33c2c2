import type { Settings } from '../../platform/runtime/settings.ts';
import { iso, monthEnd } from '../story/calendar.ts';
import { ref } from '../story/history.ts';

export const RESTART = 'Restart a service';
export const RENEWAL = 'Renew the certificate of the partner gateway';

/** A change of high risk needs two approvals. */
export const changeSettings = (now: number): Partial<Settings> => ({
  change_required_approvals: { low: 1, medium: 1, high: 2 },
  change_templates: [
    {
      name: RESTART,
      defaults: {
        risk: 'low',
        impact: 'low',
        implementation_plan:
          '1. Take one node out of the load balancer\n2. Restart it\n3. Next one',
        backout_plan: 'None needed: the other nodes serve.',
        test_plan: 'The health check of each node is green.',
      },
    },
    {
      name: RENEWAL,
      defaults: {
        risk: 'low',
        ci_ids: [ref('partner-gateway')],
        assignment_group: 'Web Platform',
        implementation_plan: 'Renew, deploy, reload.',
        backout_plan: 'Put the former certificate back; it is valid for another week.',
        test_plan: 'The partner test call succeeds.',
      },
    },
  ],
  change_freezes: [
    {
      name: 'Month-end closing',
      from: iso(monthEnd(now).from),
      to: iso(monthEnd(now).to),
      classes: ['database'],
    },
  ],
});
