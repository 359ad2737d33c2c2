// Service requests without an item of the catalog are listed in the order of their creation.
import type { Group } from './people.ts';

export interface RequestPlan {
  by: string;
  /** Absent if the request is for its opener. */
  requestedFor?: string;
  item: string;
  title: string;
  description: string;
  group: Group;
  daysAgo: number;
  /** The request has this state now. */
  reached: 'submitted' | 'approved' | 'rejected' | 'fulfilled' | 'cancelled';
  comment?: string;
  /** A member of the group writes it to the requester. */
  note?: string;
}

export const requestPlans: readonly RequestPlan[] = [
  {
    by: 'jack.doyle',
    item: 'Shared mailbox',
    title: 'Shared mailbox for supplier invoices',
    description: 'Five people of accounting should read it.',
    group: 'Service Desk',
    daysAgo: 51,
    reached: 'fulfilled',
    comment: 'Fine.',
    note: 'Members: everybody in the group *Accounting*.',
  },
  {
    by: 'ivy.chen',
    requestedFor: 'greta.olsen',
    item: 'VPN access',
    title: 'VPN access during parental leave cover',
    description: 'Until the end of the quarter.',
    group: 'Network',
    daysAgo: 33,
    reached: 'fulfilled',
    comment: 'Until the end of the quarter only.',
    note: 'The profile is installed with the next sign-in.',
  },
  {
    by: 'clara.nunes',
    item: 'Monitor 27"',
    title: 'Second monitor at Pine Hill',
    description: 'For the design team.',
    group: 'Workplace',
    daysAgo: 26,
    reached: 'cancelled',
  },
  {
    by: 'dmitri.orlov',
    item: 'Mobile phone',
    title: 'New phone model for the warehouse',
    description: 'The old one is three years old and works.',
    group: 'Workplace',
    daysAgo: 15,
    reached: 'rejected',
    comment: 'Phones are replaced after four years.',
    note: 'We can replace the battery if you wish.',
  },
  {
    by: 'elif.kaya',
    item: 'Label printer',
    title: 'Label printer for the north warehouse',
    description: 'The packing line grows by one place.',
    group: 'Workplace',
    daysAgo: 11,
    reached: 'approved',
    comment: 'Order two, one as a spare.',
    note: 'Ordered. The supplier names **next week** as the date.',
  },
  {
    by: 'bilal.aziz',
    item: 'Group membership',
    title: 'Access to the folder of the purchasing team',
    description: 'I cover for a colleague.',
    group: 'Identity and Access',
    daysAgo: 8,
    reached: 'approved',
    comment: 'For three months.',
  },
  {
    by: 'greta.olsen',
    item: 'Network socket',
    title: 'Two network sockets in the large meeting room',
    description: 'At Old Mill, next to the screen.',
    group: 'Network',
    daysAgo: 6,
    reached: 'approved',
    comment: 'Together with the other work on that floor.',
    note: 'The electrician comes on Thursday.',
  },
  {
    by: 'hugo.martin',
    item: 'Software licence',
    title: 'Licence of the drawing program',
    description: 'One seat, for a year.',
    group: 'Service Desk',
    daysAgo: 5,
    reached: 'cancelled',
    note: 'There is a free seat in the pool; we gave it to you.',
  },
  {
    by: 'anna.berg',
    requestedFor: 'bilal.aziz',
    item: 'Laptop 14"',
    title: 'Replacement for a laptop with a broken hinge',
    description: 'It still works with a monitor.',
    group: 'Workplace',
    daysAgo: 3,
    reached: 'submitted',
    note: 'Is it the *left* or the *right* hinge? We may have the part.',
  },
  {
    by: 'ivy.chen',
    item: 'Test account',
    title: 'Test accounts for the shop',
    description: 'Three accounts with test cards.',
    group: 'Web Platform',
    daysAgo: 2,
    reached: 'submitted',
  },
  {
    by: 'clara.nunes',
    item: 'Distribution list',
    title: 'Distribution list for the summer party',
    description: 'Everybody at Harbour Street.',
    group: 'Service Desk',
    daysAgo: 1.5,
    reached: 'submitted',
  },
];

export const requestItems: string[] = [...new Set(requestPlans.map(({ item }) => item))].toSorted();
