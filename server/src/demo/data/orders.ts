// Orders from the catalog in the order of their creation, with what has happened to each so far.
import { iso } from '../story/calendar.ts';
import { DAY } from '../story/history.ts';
import type { CatalogKey } from './catalog.ts';
import { addressOf, agent, type Person, requester } from './people.ts';

type Event = readonly [hoursAfterOrder: number, by: Person];

export interface OrderPlan {
  by: string;
  item: CatalogKey;
  answers: Readonly<Record<string, unknown>>;
  daysAgo: number;
  decisions?: readonly (readonly [...Event, decision: 'approve' | 'reject', comment?: string])[];
  /** Tasks are named by their place in the item. */
  tasks?: readonly (readonly [...Event, place: number, state: 'in_progress' | 'done'])[];
  fulfilled?: Event;
}

const ivy = requester('ivy.chen');
const jack = requester('jack.doyle');
const greta = requester('greta.olsen');
const ada = agent('ada.okafor');
const rosa = agent('rosa.marchetti');
const kofi = agent('kofi.mensah');
const gwen = agent('gwen.ashby');
const david = agent('david.kimani');
const ines = agent('ines.falk');

const dateIn = (now: number, days: number): string => iso(now + days * DAY).slice(0, 10);

/** Orders of the last day and a half follow all requests without an item: documents name ids of those. */
export const orderPlans = (now: number): readonly OrderPlan[] => [
  {
    by: 'anna.berg',
    item: 'laptop',
    answers: { model: 'standard' },
    daysAgo: 62,
    decisions: [[20, jack, 'approve', 'Within the budget.']],
    tasks: [
      [26, david, 0, 'done'],
      [98, david, 1, 'done'],
      [120, ines, 2, 'done'],
    ],
    fulfilled: [121, david],
  },
  {
    by: 'hugo.martin',
    item: 'access',
    answers: {
      system: 'shop',
      role: 'admin',
      until: dateIn(now, 30),
      owner: addressOf(ada),
      reason: 'To publish drawings without asking.',
    },
    daysAgo: 40,
    decisions: [
      [20, ada, 'reject', 'Not to administer it. Order the role “Read and change” instead.'],
    ],
  },
  {
    by: 'femi.balogun',
    item: 'access',
    answers: {
      system: 'reporting',
      role: 'read',
      owner: addressOf(jack),
      reason: 'For the **month-end** figures.',
    },
    daysAgo: 19,
    decisions: [[5, jack, 'approve', 'Read only.']],
    tasks: [
      [22, kofi, 0, 'done'],
      [30, ines, 1, 'done'],
    ],
    fulfilled: [31, kofi],
  },
  {
    by: 'greta.olsen',
    item: 'colleague',
    answers: {
      name: 'Maya Lindqvist',
      start: dateIn(now, 12),
      department: 'design',
      phone: true,
      phone_kind: 'mobile',
      access: ['mail', 'files', 'shop'],
      notes: 'She brings a drawing tablet of her own.',
    },
    daysAgo: 1.4,
    decisions: [
      [2, ivy, 'approve', 'As planned.'],
      [5, rosa, 'approve'],
    ],
    tasks: [
      [8, kofi, 0, 'done'],
      [20, gwen, 3, 'in_progress'],
      [22, rosa, 1, 'in_progress'],
    ],
  },
  {
    by: 'elif.kaya',
    item: 'colleague',
    answers: {
      name: 'Pavel Novak',
      start: dateIn(now, 20),
      department: 'logistics',
      access: ['mail', 'files', 'warehouse'],
    },
    daysAgo: 1.1,
    decisions: [[3, ivy, 'approve']],
  },
  {
    by: 'bilal.aziz',
    item: 'laptop',
    answers: {
      model: 'special',
      special_model: 'Rugged, 12 inches',
      reason: 'I visit suppliers on building sites.',
      bag: false,
    },
    daysAgo: 0.8,
  },
  {
    by: 'clara.nunes',
    item: 'laptop',
    answers: { model: 'light' },
    daysAgo: 0.7,
    decisions: [[2, greta, 'approve', 'Hers is five years old.']],
    tasks: [[5, david, 0, 'in_progress']],
  },
  {
    by: 'dmitri.orlov',
    item: 'access',
    answers: {
      system: 'shop',
      role: 'write',
      owner: addressOf(ada),
      reason: 'To correct delivery dates that the shop promises.',
    },
    daysAgo: 0.6,
  },
];
