// Finished changes are listed in the order of their creation.
import { dayAt } from '../story/calendar.ts';
import { ref } from '../story/history.ts';
import type { ChangePlan } from './change-plan.ts';
import { RESTART } from './change-settings.ts';
import { leadOf, managers, memberOf } from './people.ts';

const { helen, omar } = managers;

export function pastChanges(now: number): ChangePlan[] {
  const on = dayAt(now);
  return [
    {
      key: 'change-reporting-storage',
      by: leadOf('Database'),
      created: on(-80, '09:12'),
      window: [on(-73, '21:00'), on(-73, '23:00')],
      decisions: [[on(-79, '10:05'), helen, 'approve', 'Tell accounting beforehand.']],
      reached: 'closed',
      input: {
        short_description: 'Move the reporting database to larger disks',
        description: 'It grows by **6 GB a day**; the disks are full within six weeks.',
        risk: 'medium',
        impact: 'medium',
        assignment_group: 'Database',
        ci_ids: [ref('reporting-db'), ref('db-07')],
        implementation_plan: '1. Add the disks\n2. Move the tablespace\n3. Analyse the tables',
        backout_plan: 'The old disks stay attached for a week.',
        test_plan: 'The month-end report finishes.',
      },
    },
    {
      key: 'change-mail-restart',
      by: memberOf('Service Desk'),
      created: on(-66, '08:40'),
      window: [on(-66, '20:00'), on(-66, '20:30')],
      reached: 'closed',
      input: {
        short_description: 'Restart the mail gateway to load its new certificate',
        template: RESTART,
        assignment_group: 'Service Desk',
        ci_ids: [ref('mail-gateway')],
      },
    },
    {
      key: 'change-core-switch',
      by: leadOf('Network'),
      created: on(-55, '13:20'),
      window: [on(-48, '22:00'), on(-47, '02:00')],
      decisions: [
        [on(-54, '09:00'), helen, 'approve', 'With a person on site.'],
        [on(-53, '11:30'), omar, 'approve', 'Agreed.'],
      ],
      reached: 'closed',
      notes: [
        [on(-47, '01:10'), memberOf('Network'), 'Failover took **1.8 s**, no calls dropped.'],
      ],
      input: {
        short_description: 'Replace the second core switch',
        description: 'The vendor ends its support at the end of the quarter.',
        risk: 'high',
        impact: 'high',
        assignment_group: 'Network',
        ci_ids: [ref('core-sw-02')],
        implementation_plan: 'Fail over to core-sw-01, replace, restore the configuration.',
        backout_plan: 'Put the old device back; it stays in the rack.',
        test_plan: 'Every server responds over both switches.',
      },
    },
    {
      key: 'change-remote-desktop',
      by: memberOf('Workplace'),
      created: on(-44, '10:00'),
      decisions: [
        [on(-43, '15:10'), omar, 'reject', 'Not from the internet. Use the VPN instead.'],
      ],
      reached: 'rejected',
      input: {
        short_description: 'Open remote desktop to the north warehouse from the internet',
        description: 'The shift leads want to look after the label printers from home.',
        risk: 'high',
        impact: 'medium',
        assignment_group: 'Network',
        ci_ids: [ref('fw-01')],
        implementation_plan: 'Forward port 3389.',
        backout_plan: 'Remove the rule.',
      },
    },
    {
      key: 'change-mill-line',
      by: memberOf('Network'),
      created: on(-38, '09:45'),
      submitted: on(-37, '08:30'),
      window: [on(-29, '05:00'), on(-29, '07:00')],
      decisions: [[on(-36, '14:00'), helen, 'approve', 'Before the shift begins at 07:00.']],
      reached: 'closed',
      input: {
        state: 'draft',
        short_description: 'Add a second line to Old Mill',
        risk: 'medium',
        impact: 'low',
        assignment_group: 'Network',
        ci_ids: [ref('wan-mill')],
        implementation_plan: 'Connect the line of the second carrier, add the route.',
        backout_plan: 'Remove the route.',
        test_plan: 'Unplug the first line for a minute.',
      },
    },
    {
      key: 'change-printers',
      by: leadOf('Workplace'),
      created: on(-30, '11:15'),
      window: [on(-20, '08:00'), on(-20, '12:00')],
      reached: 'cancelled',
      notes: [[on(-29, '09:00'), leadOf('Workplace'), 'The lease runs for another year.']],
      input: {
        short_description: 'Replace both printers at Pine Hill by one',
        risk: 'low',
        impact: 'low',
        assignment_group: 'Workplace',
        ci_ids: [ref('printer-pine-1'), ref('printer-pine-2')],
      },
    },
    {
      key: 'change-vpn-patch',
      by: leadOf('Network'),
      created: on(-24, '06:50'),
      window: [on(-24, '08:00'), on(-24, '09:00')],
      decisions: [[on(-24, '07:05'), omar, 'approve', 'At once.']],
      reached: 'closed',
      input: {
        short_description: 'Disable the vulnerable login page of the VPN gateways',
        description: 'The vendor reports that it is being exploited.',
        type: 'emergency',
        risk: 'high',
        impact: 'medium',
        priority: 'P1',
        assignment_group: 'Network',
        ci_ids: [ref('vpn-gw-01'), ref('vpn-gw-02')],
        implementation_plan: 'Turn the web login off on both; clients use the application.',
        backout_plan: 'Turn it on again.',
        test_plan: 'The page responds 404, a client connects.',
      },
    },
    {
      key: 'change-session-cache',
      by: memberOf('Web Platform'),
      created: on(-16, '14:30'),
      window: [on(-14, '04:00'), on(-14, '05:00')],
      decisions: [[on(-15, '09:20'), helen, 'approve', 'Fine.']],
      reached: 'closed',
      input: {
        short_description: 'Raise the session cache of the customer portal',
        risk: 'low',
        impact: 'low',
        assignment_group: 'Web Platform',
        ci_ids: [ref('customer-portal')],
        implementation_plan: 'Set it to 4 GB, one node after the other.',
        backout_plan: 'Set it back to 1 GB.',
        test_plan: 'Sign-in below 500 ms at the 95th percentile.',
      },
    },
  ];
}
