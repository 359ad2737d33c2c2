// Each item of the demonstration is ordered with these answers, and fulfilled by these people.
import type { Locator } from 'playwright-core';
import type { Keyboard } from '../tasks/keyboard.ts';
import type { Colleague } from './demonstration.ts';

export interface OrderedItem {
  name: string;
  category: string;
  /** Answers the form; the focus is at the beginning of the page. */
  answer: (hand: Keyboard, field: (label: string) => Locator) => Promise<void>;
  answers: object;
  /** The people who decide after Jack, who decides on his page. */
  approvers: readonly Colleague[];
  /** Each of these people does so many tasks; the last one fulfils the request. */
  workers: readonly (readonly [Colleague, tasks: number])[];
}

export const orderedItems: Readonly<Record<string, OrderedItem>> = {
  laptop: {
    name: 'New laptop',
    category: 'Hardware',
    answer: async (hand, field) => {
      await hand.tabTo(field('Which model?'));
      await hand.press('a');
      await hand.tabTo(field('Which other model?'));
      await hand.write('Mobile workstation, 16 inches');
      await hand.tabTo(field('What do you need it for?'));
      await hand.write('Large sheets at the end of the year.');
      await hand.tabTo(field('With a bag?'));
      await hand.press('n');
    },
    answers: {
      model: 'special',
      special_model: 'Mobile workstation, 16 inches',
      reason: 'Large sheets at the end of the year.',
      bag: false,
    },
    approvers: [],
    workers: [['gwen', 3]],
  },
  colleague: {
    name: 'New colleague',
    category: 'People',
    answer: async (hand, field) => {
      await hand.tabTo(field('What is the name of the new colleague?'));
      await hand.write('Nora Weiss');
      await hand.tabTo(field('When is the first day?'));
      await hand.write('2030-11-04', field('When is the first day?'));
      await hand.tabTo(field('In which department?'));
      await hand.press('f');
      await hand.tabTo(field('Is a phone needed?'));
      await hand.press('y');
      await hand.tabTo(field('Which phone?'));
      await hand.press('m');
      await hand.tabTo(field('Finance system'));
      await hand.press('Space');
    },
    answers: {
      name: 'Nora Weiss',
      start: '2030-11-04',
      department: 'finance',
      phone: true,
      phone_kind: 'mobile',
      access: ['mail', 'files', 'finance'],
    },
    approvers: ['rosa'],
    workers: [
      ['rosa', 2],
      ['gwen', 3],
    ],
  },
  access: {
    name: 'Access to a system',
    category: 'Access',
    answer: async (hand, field) => {
      await hand.tabTo(field('To which system?'));
      await hand.press('f');
      await hand.tabTo(field('Who owns the system?'));
      await hand.write('jack.doyle@example.com');
      await hand.tabTo(field('What do you need it for?'));
      await hand.write('To enter the bills of suppliers.');
    },
    answers: {
      system: 'finance',
      role: 'read',
      owner: 'jack.doyle@example.com',
      reason: 'To enter the bills of suppliers.',
    },
    approvers: [],
    workers: [['rosa', 2]],
  },
};
