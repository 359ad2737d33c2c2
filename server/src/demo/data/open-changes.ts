// Unfinished changes are listed in the order of their creation.
import { dayAt, monthEnd } from '../story/calendar.ts';
import { DAY, HOUR, MINUTE, ref } from '../story/history.ts';
import type { ChangePlan } from './change-plan.ts';
import { RENEWAL } from './change-settings.ts';
import { STORM_CHANGE } from './incidents.ts';
import { leadOf, managers, memberOf } from './people.ts';

const { helen, omar } = managers;

/** Two changes on the orders database overlap. */
export function openChanges(now: number, stormBegan: number): ChangePlan[] {
  const on = dayAt(now);
  const freeze = monthEnd(now);
  return [
    {
      key: 'change-orders-upgrade',
      by: leadOf('Database'),
      created: on(-12, '10:10'),
      window: [on(3, '22:00'), on(4, '01:00')],
      decisions: [
        [on(-11, '09:00'), helen, 'approve', 'After the rehearsal on the test cluster.'],
        [on(-10, '16:45'), omar, 'approve', 'The rehearsal went well.'],
      ],
      reached: 'scheduled',
      notes: [
        [on(-10, '15:00'), memberOf('Database'), 'Rehearsal on `test-orders-db`: 41 minutes.'],
      ],
      input: {
        short_description: 'Upgrade the orders database to PostgreSQL 18',
        risk: 'high',
        impact: 'high',
        assignment_group: 'Database',
        ci_ids: [ref('orders-db')],
        implementation_plan:
          '1. Stop the writers\n2. `pg_upgrade --link`\n3. Analyse\n4. Start the writers',
        backout_plan: 'Switch to the replica, which stays on 17.',
        test_plan: 'Place an order and cancel it.',
      },
    },
    {
      key: 'change-single-sign-on',
      by: leadOf('Identity and Access'),
      created: on(-10, '11:00'),
      window: [on(-2, '20:00'), on(-2, '22:00')],
      decisions: [[on(-9, '10:30'), omar, 'approve', 'Keep the old login for a week.']],
      reached: 'review',
      input: {
        short_description: 'Move the intranet to single sign-on',
        risk: 'medium',
        impact: 'medium',
        assignment_group: 'Identity and Access',
        ci_ids: [ref('intranet'), ref('single-sign-on')],
        implementation_plan:
          'Register the client, switch the login, keep the old one at /login-old.',
        backout_plan: 'Point the login back to /login-old.',
        test_plan: 'One person of each site signs in.',
      },
    },
    {
      key: 'change-firewall',
      by: memberOf('Network'),
      created: on(-9, '15:30'),
      window: [on(9, '22:00'), on(10, '03:00')],
      decisions: [[on(-6, '10:00'), helen, 'approve', 'Needs a second approval.']],
      reached: 'submitted',
      input: {
        short_description: 'Replace the firewall',
        risk: 'high',
        impact: 'high',
        assignment_group: 'Network',
        ci_ids: [ref('fw-01')],
        implementation_plan: 'Import the rules, move the cables, watch for an hour.',
        backout_plan: 'Move the cables back.',
        test_plan: 'VPN, web shop and mail from outside.',
      },
    },
    {
      key: STORM_CHANGE,
      by: memberOf('Web Platform'),
      created: on(-7, '09:50'),
      window: [stormBegan - 45 * MINUTE, stormBegan + 15 * MINUTE],
      decisions: [[on(-6, '11:20'), omar, 'approve', 'Go ahead.']],
      reached: 'review',
      notes: [
        [
          stormBegan + 35 * MINUTE,
          leadOf('Web Platform'),
          'Caused the payment failures: 50 connections are too few at this load. Being rolled back.',
        ],
      ],
      linked: stormBegan + 90 * MINUTE,
      input: {
        short_description: 'New connection pool of the payment gateway',
        description:
          'One pool per node instead of one for all, so that a slow node does not block the others.',
        risk: 'medium',
        impact: 'high',
        assignment_group: 'Web Platform',
        ci_ids: [ref('payment-gateway')],
        implementation_plan:
          '1. Deploy to one node\n2. Watch for five minutes\n3. Deploy to the others',
        backout_plan: 'Deploy the former build.',
        test_plan: 'One payment per card brand.',
      },
    },
    {
      key: 'change-database-patches',
      by: memberOf('Database'),
      created: on(-5, '08:25'),
      window: [on(3, '23:30'), on(4, '02:00')],
      decisions: [[on(-4, '09:15'), helen, 'approve', 'Check the calendar first.']],
      reached: 'scheduled',
      input: {
        short_description: 'Install security updates on the database servers',
        risk: 'medium',
        impact: 'medium',
        assignment_group: 'Database',
        ci_ids: [ref('orders-db'), ref('db-02'), ref('db-03')],
        implementation_plan: 'Replica first, switch over, then the primary.',
        backout_plan: 'Start the former kernel.',
        test_plan: 'Replication has no lag.',
      },
    },
    {
      key: 'change-wifi-channels',
      by: leadOf('Network'),
      created: on(-4, '13:05'),
      window: [on(2, '04:00'), on(2, '05:00')],
      decisions: [[on(-3, '08:50'), omar, 'approve', 'Good.']],
      reached: 'approved',
      input: {
        short_description: 'New channel plan for the Wi-Fi',
        risk: 'low',
        impact: 'medium',
        assignment_group: 'Network',
        ci_ids: [ref('wifi-controller')],
        implementation_plan: 'Load the plan, restart the access points floor by floor.',
        backout_plan: 'Load the former plan.',
        test_plan: 'No two neighbours share a channel.',
      },
    },
    {
      key: 'change-partner-certificate',
      by: leadOf('Web Platform'),
      created: on(-3, '10:40'),
      window: [on(1, '05:00'), on(1, '05:30')],
      reached: 'scheduled',
      input: {
        short_description: 'Renew the certificate of the partner gateway for 90 days',
        template: RENEWAL,
      },
    },
    {
      key: 'change-invoice-archive',
      by: memberOf('Database'),
      created: on(-2, '16:00'),
      window: [freeze.from + 20 * HOUR, freeze.from + DAY],
      reached: 'submitted',
      notes: [[on(-1, '09:30'), leadOf('Database'), 'Month-end closing: can this wait a week?']],
      input: {
        short_description: 'Archive invoices older than ten years',
        risk: 'medium',
        impact: 'low',
        assignment_group: 'Database',
        ci_ids: [ref('invoices-db')],
        implementation_plan: 'Export, verify the checksums, delete in batches.',
        backout_plan: 'Import the export.',
        test_plan: 'Accounting opens one invoice of each year.',
      },
    },
    {
      key: 'change-test-cluster',
      by: memberOf('Web Platform'),
      created: on(-1, '15:20'),
      reached: 'draft',
      input: {
        state: 'draft',
        short_description: 'Retire the old servers of the test cluster',
        description: 'To do: ask the teams who still uses them.',
        risk: 'low',
        assignment_group: 'Web Platform',
        ci_ids: [ref('test-05'), ref('test-06')],
      },
    },
    {
      key: 'change-payment-rollback',
      by: leadOf('Web Platform'),
      created: stormBegan + 36 * MINUTE,
      window: [stormBegan + 50 * MINUTE, now + 2 * HOUR],
      decisions: [[stormBegan + 42 * MINUTE, helen, 'approve', 'Yes, now.']],
      reached: 'implementing',
      linked: stormBegan + 92 * MINUTE,
      input: {
        short_description: 'Roll back the connection pool of the payment gateway',
        description: `Undoes ${ref(STORM_CHANGE)}, node by node.`,
        type: 'emergency',
        risk: 'high',
        impact: 'high',
        priority: 'P1',
        assignment_group: 'Web Platform',
        ci_ids: [ref('payment-gateway')],
        implementation_plan: 'Deploy the former build to one node after the other.',
        backout_plan: 'None: it was stable for a year.',
        test_plan: 'No waiting connections, payments go through.',
      },
    },
  ];
}
