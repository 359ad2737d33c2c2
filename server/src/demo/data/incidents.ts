import type { IncidentCreate } from '../../incidents/index.ts';
import { ref } from '../story/history.ts';
import type { Group } from './people.ts';

export type Priority = NonNullable<IncidentCreate['priority']>;

/** `{site}` is replaced by the name of a site, and in `ci` by its key. */
export const incidentTemplates: readonly {
  group: Group;
  category: string;
  subcategory: string;
  title: string;
  description: string;
  ci?: string;
  /** The most likely priority comes first. */
  priorities: readonly Priority[];
  finding: string;
  resolution: string;
  isReportedByMonitoring?: true;
}[] = [
  {
    group: 'Network',
    category: 'Network',
    subcategory: 'Wi-Fi',
    title: 'Wi-Fi drops every few minutes at {site}',
    description: 'Calls break off. It is worst **between 9 and 11**, near the meeting rooms.',
    ci: 'wifi-controller',
    priorities: ['P3', 'P2', 'P4'],
    finding: 'Two access points share channel 36:\n\n- `ap-03` at -48 dBm\n- `ap-07` at -51 dBm',
    resolution: 'Moved ap-07 to channel 52 and lowered its power.',
  },
  {
    group: 'Network',
    category: 'Network',
    subcategory: 'VPN',
    title: 'VPN does not connect after the password change',
    description: 'The client says `authentication failed`, the portal takes the same password.',
    ci: 'vpn-gw-01',
    priorities: ['P3', 'P2'],
    finding: 'The client keeps the old password in its profile.',
    resolution: 'Removed the stored profile; the caller signed in again.',
  },
  {
    group: 'Network',
    category: 'Network',
    subcategory: 'Wide area network',
    title: 'Packet loss on the line to {site}',
    description: 'Loss above **4 %** for ten minutes, measured from the core.',
    ci: 'wan-{site}',
    priorities: ['P2', 'P1'],
    finding: 'The loss begins at the second hop of the carrier. Ticket opened with them.',
    resolution: 'The carrier replaced an optic. Loss is 0 % since.',
    isReportedByMonitoring: true,
  },
  {
    group: 'Web Platform',
    category: 'Software',
    subcategory: 'Web',
    title: 'Customer portal is slow to sign in',
    description: 'The sign-in page takes 8 seconds and more.',
    ci: 'customer-portal',
    priorities: ['P2', 'P3'],
    finding: 'Sessions are read one by one:\n\n```\nGET /session  p95 7.9 s\n```',
    resolution: 'Raised the session cache; p95 is 300 ms.',
  },
  {
    group: 'Web Platform',
    category: 'Software',
    subcategory: 'Web',
    title: 'Certificate of the partner gateway expires in 7 days',
    description: 'Renewal failed twice.',
    ci: 'partner-gateway',
    priorities: ['P3'],
    finding: 'The account that proves the domain has no right to write its record.',
    resolution: 'Gave the right back and renewed. Valid for 90 days.',
    isReportedByMonitoring: true,
  },
  {
    group: 'Web Platform',
    category: 'Software',
    subcategory: 'Orders',
    title: 'Order confirmation shows the wrong delivery date',
    description: 'Orders after 17:00 promise the next day, which the warehouse cannot keep.',
    ci: 'orders',
    priorities: ['P3', 'P4'],
    finding: 'The cut-off is compared in UTC, the warehouse means local time.',
    resolution: 'Compared in the time of the warehouse, released with the evening build.',
  },
  {
    group: 'Database',
    category: 'Database',
    subcategory: 'Storage',
    title: 'Disk of the reporting database is 90 % full',
    description: 'Grows by **6 GB a day** since Monday.',
    ci: 'reporting-db',
    priorities: ['P2', 'P3'],
    finding: 'A nightly export left its files behind:\n\n1. keep three days\n2. remove the rest',
    resolution: 'Removed old exports; the job now keeps three days.',
    isReportedByMonitoring: true,
  },
  {
    group: 'Database',
    category: 'Database',
    subcategory: 'Performance',
    title: 'Month-end report does not finish',
    description: 'It was cancelled after two hours; last month it took ten minutes.',
    ci: 'reporting-db',
    priorities: ['P2', 'P3'],
    finding: 'The plan changed after statistics went stale: a nested loop over 40 M rows.',
    resolution: 'Analysed the tables; the report takes nine minutes.',
  },
  {
    group: 'Workplace',
    category: 'Hardware',
    subcategory: 'Printer',
    title: 'Printer at {site} prints blank pages',
    description: 'Only from the second tray.',
    ci: 'printer-{site}-1',
    priorities: ['P4', 'P3'],
    finding: 'The drum is at the end of its life.',
    resolution: 'Replaced the drum.',
  },
  {
    group: 'Workplace',
    category: 'Hardware',
    subcategory: 'Laptop',
    title: 'Laptop does not start after the update',
    description: 'A blue screen, then it starts over.',
    priorities: ['P3', 'P2'],
    finding: 'Update rolled back in recovery mode; the disk is healthy.',
    resolution: 'Updated the firmware first, then the system.',
  },
  {
    group: 'Workplace',
    category: 'Hardware',
    subcategory: 'Meeting room',
    title: 'No sound in the large meeting room at {site}',
    description: 'The other side hears us, we do not hear them.',
    ci: 'meeting-room-{site}',
    priorities: ['P3', 'P4'],
    finding: 'The amplifier was unplugged by the cleaners.',
    resolution: 'Plugged it in and fixed the cable to the table.',
  },
  {
    group: 'Identity and Access',
    category: 'Access',
    subcategory: 'Account',
    title: 'New colleague at {site} cannot sign in',
    description: 'Started today; the account is there, sign-in says `not permitted`.',
    priorities: ['P3', 'P2'],
    finding: 'The account is in no group: the manager has not approved the role.',
    resolution: 'Approved and added to the group of the department.',
  },
  {
    group: 'Identity and Access',
    category: 'Access',
    subcategory: 'Second factor',
    title: 'Lost the phone with the second factor',
    description: 'Needs access to mail today.',
    priorities: ['P3'],
    finding: 'Identity checked by video call with the manager.',
    resolution: 'Enrolled a new phone and removed the old one.',
  },
  {
    group: 'Service Desk',
    category: 'E-mail',
    subcategory: 'Delivery',
    title: 'Mail to a supplier comes back',
    description: '`550 5.7.1 message rejected`, since Friday.',
    ci: 'mail-gateway',
    priorities: ['P3', 'P4'],
    finding: 'Their filter wants a signature that our newsletter service does not set.',
    resolution: 'Set up signing for the newsletter service.',
  },
  {
    group: 'Service Desk',
    category: 'E-mail',
    subcategory: 'Calendar',
    title: 'Shared calendar of {site} is empty',
    description: 'It was there yesterday.',
    priorities: ['P4', 'P3'],
    finding: 'The owner left and the calendar went with the account.',
    resolution: 'Restored it under a shared mailbox.',
  },
];

export const STORM_CHANGE = 'change-payment-pool';

/** One change of one CI causes all these incidents within an hour. */
export const storm = {
  ci: 'payment-gateway',
  change: STORM_CHANGE,
  group: 'Web Platform' as Group,
  category: 'Software',
  subcategory: 'Payments',
  titles: [
    'Checkout answers 502',
    'Payment page does not load',
    'Orders are stuck in "payment pending"',
    'Card payments fail in the shop app',
    'Error rate of checkout above 20 %',
    'Customers are charged twice',
    'Refunds cannot be issued',
    'Payment gateway: health check fails',
    'Invoices are not created',
    'Basket is empty after paying',
  ],
  description: `Began minutes after **${ref(STORM_CHANGE)}** (new connection pool of the payment gateway) went live.`,
  finding: `The gateway runs out of connections:\n\n\`\`\`\npool exhausted: 50 of 50 in use, 212 waiting\n\`\`\`\n\nSame cause as the others on \`${ref('payment-gateway')}\`.`,
  privateThought: `${ref(STORM_CHANGE)} had no test under load. To be raised in the review, not here.`,
  announcement: '**We know about it** and are rolling the change back. Next news in 30 minutes.',
  resolution: `Rolled ${ref(STORM_CHANGE)} back on this node; payments go through.`,
};
