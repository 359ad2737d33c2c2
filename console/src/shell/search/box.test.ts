import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BoundCommand } from '../../keys/index.ts';
import { nextOption } from '../../ui/overlays/search-dialog.moves.ts';
import { commandItems } from './box.commands.ts';
import {
  emptySections,
  type Groups,
  type Searcher,
  searchedNouns,
  typedSections,
  viewItem,
} from './box.sections.ts';
import type { BoxSection } from './box-item.ts';

const command = (
  id: string,
  label: string,
  scope: BoundCommand['scope'][number],
): BoundCommand => ({
  id,
  label,
  keys: [],
  scope: [scope],
  run: () => undefined,
});
const bound = [
  command('list.open', 'Open', 'list'),
  command('record.back', 'Back', 'record'),
  command('search', 'Search everything', 'everywhere'),
  command('create', 'New incident', 'everywhere'),
  command('go.home', 'Go home', 'everywhere'),
  command('go.jobs', 'Go to jobs', 'everywhere'),
  command('profile', 'Profile, API keys and sessions', 'everywhere'),
  command('theme.dark', 'Theme: dark', 'everywhere'),
  command('signOut', 'Sign out', 'everywhere'),
];

const searcherOf = (isRequester: boolean, ...permissions: string[]): Searcher => ({
  isRequester,
  mayUse: (permission) => permissions.includes(permission),
});
const reads = ['incidents', 'changes', 'requests', 'articles', 'cmdb', 'directory'];
const agent = searcherOf(false, 'incidents.create', ...reads.map((name) => `${name}.read`));
const requester = searcherOf(
  true,
  'incidents.create',
  'incidents.read',
  'requests.read',
  'articles.read',
);

const hit = (id: string, title: string) => ({ id, title, url: '', highlights: [] });
const incidents = { type: 'incident' as const, data: [hit('INC0000001', 'Printer jams')] };
const views = [viewItem({ id: 'mine', name: 'Assigned to me', path: '/incidents', search: {} })];
const box = { text: 'printer', isSettled: true, views: [], commands: [], searcher: agent };

const outline = (sections: readonly BoxSection[]) =>
  sections.map(({ heading, items }) => [heading, ...items.map(({ label }) => label)]);

describe('An empty search box', () => {
  test('the box has recent records, then views, then commands', () => {
    const recents = [{ type: 'change' as const, id: 'CHG0000001', title: 'Patch', state: 'draft' }];
    const sections = emptySections({
      recents,
      views,
      commands: commandItems(bound, false),
      isRequester: false,
    });
    assert.deepEqual(
      sections.map(({ heading }) => heading),
      ['Recent', 'Views', 'Commands'],
    );
    const [item] = sections[0]?.items ?? [];
    assert.deepEqual([item?.path, item?.state], ['/changes/CHG0000001', 'draft']);
  });

  test('a section without items is left out', () => {
    assert.deepEqual(
      emptySections({ recents: [], views: [], commands: [], isRequester: false }),
      [],
    );
  });

  test('commands of rows come last, and the box does not offer itself', () => {
    const labels = commandItems(bound, false).map(({ label }) => label);
    assert.deepEqual(labels.slice(-2), ['Back', 'Open']);
    assert.ok(!labels.includes('Search everything'));
  });

  test('a requester gets the commands of their own pages only', () => {
    const labels = commandItems(bound, true).map(({ label }) => label);
    assert.deepEqual(labels, [
      'Home',
      'Report a problem',
      'Request something',
      'Help articles',
      'My profile',
      'Theme: dark',
      'Sign out',
    ]);
  });
});

describe('A search box with a text', () => {
  test('groups come in the order of the response, then views and commands that match', () => {
    const groups: Groups = [
      { type: 'article', total: 1, data: [hit('KB0000001', 'Assign a printer')] },
      incidents,
    ];
    const commands = commandItems([command('assign', 'Assign to me', 'record'), ...bound], false);
    const sections = typedSections({ ...box, text: 'assign', groups, views, commands });
    assert.deepEqual(outline(sections), [
      ['Articles', 'Assign a printer'],
      ['Incidents', 'Printer jams'],
      ['Views', 'Assigned to me'],
      ['Commands', 'Assign to me'],
    ]);
  });

  const five = Array.from({ length: 5 }, (_, n) => hit(`INC000000${n}`, 'Printer'));
  const counts: [total: number | undefined, hits: typeof five, label: string | undefined][] = [
    [1234, five, 'Show all 1,234 in incidents'],
    [undefined, five, 'Show all in incidents'],
    [5, five, undefined],
    [undefined, five.slice(1), undefined],
  ];
  for (const [total, data, label] of counts)
    test(`${data.length} results of ${total ?? 'an unknown number'} lead to ${label ?? 'no list'}`, () => {
      const group = { type: 'incident' as const, ...(total !== undefined && { total }), data };
      const [section] = typedSections({ ...box, groups: [group] });
      const last = section?.items.at(-1);
      assert.equal(last?.type === 'list' ? last.label : undefined, label);
      if (label !== undefined)
        assert.deepEqual([last?.path, last?.search], ['/incidents', { q: 'printer' }]);
    });

  test('a person leads to their incidents; a requester finds no people', () => {
    const url = 'https://desk.example.com/api/v1/directory/anna%40example.com';
    const groups: Groups = [
      { type: 'person', data: [{ id: 'usr_1', title: 'Anna Berg', url, highlights: [] }] },
    ];
    const [section] = typedSections({ ...box, text: 'anna', groups });
    assert.deepEqual(section?.heading, 'People');
    assert.equal(section?.items[0]?.search?.['requester'], 'anna@example.com');
    const own = typedSections({ ...box, text: 'anna', groups, searcher: requester });
    assert.ok(!own.some(({ heading }) => heading === 'People'));
  });

  test('a type that the console does not know is left out', () => {
    const groups = [{ type: 'problem', data: [hit('PRB0000001', 'x')] }] as unknown as Groups;
    assert.ok(
      !outline(typedSections({ ...box, groups }))
        .flat()
        .includes('x'),
    );
  });

  test('a requester reads the words of their own pages, and no state of the agents', () => {
    const own = {
      ...incidents,
      data: [{ ...hit('INC0000001', 'Printer jams'), state: 'on_hold' }],
    };
    const groups: Groups = [own, { type: 'article', data: [hit('KB0000001', 'Printers')] }];
    const sections = typedSections({ ...box, groups, searcher: requester });
    assert.deepEqual(
      sections.map(({ heading }) => heading),
      ['Reports', 'Help articles'],
    );
    const [item] = sections[0]?.items ?? [];
    assert.deepEqual([item?.state, item?.status], [undefined, 'Open']);
  });
});

describe('A typed id', () => {
  const typed = { ...box, text: 'inc0000001' };

  test('the record comes first before the response, whatever the results of the earlier text are', () => {
    const before: Groups = [
      { type: 'article', data: [hit('KB0000001', 'Printers')] },
      { type: 'incident', data: [hit('INC0000009', 'Other')] },
    ];
    const sections = typedSections({ ...typed, groups: before, isSettled: false });
    assert.deepEqual(outline(sections), [
      ['Incidents', 'Open INC0000001'],
      ['Articles', 'Printers'],
    ]);
    assert.equal(sections[0]?.items[0]?.path, '/incidents/INC0000001');
  });

  test('the response adds the title under the same key, so that the record stays chosen', () => {
    const waiting = typedSections({ ...typed, groups: undefined, isSettled: false });
    const settled = typedSections({ ...typed, groups: [incidents] });
    assert.equal(settled[0]?.items[0]?.label, 'Printer jams');
    assert.equal(settled[0]?.items[0]?.key, waiting[0]?.items[0]?.key);
  });

  test('an id that was not found is offered no longer', () => {
    const sections = typedSections({ ...typed, groups: [] });
    assert.ok(!outline(sections).flat().includes('Open INC0000001'));
  });

  test('the id of a record that a person may not read opens nothing', () => {
    const text = 'CHG0000001';
    const sections = typedSections({
      ...box,
      text,
      groups: undefined,
      isSettled: false,
      searcher: requester,
    });
    assert.deepEqual(sections, []);
  });
});

describe('A text without a match', () => {
  test('commands that match come first, then the lists and a new incident with the text', () => {
    const commands = commandItems(bound, false);
    const sections = typedSections({ ...box, text: 'dark', groups: [], commands });
    assert.deepEqual(outline(sections), [
      ['Commands', 'Theme: dark'],
      [
        'Go on',
        'Search incidents for “dark”',
        'Search changes for “dark”',
        'Search requests for “dark”',
        'Search articles for “dark”',
        'Search CIs for “dark”',
        'New incident: “dark”',
      ],
    ]);
    assert.equal(sections[1]?.items.at(-1)?.draft, 'dark');
  });

  test('a requester is offered their own lists, and to report a problem', () => {
    const sections = typedSections({ ...box, groups: [], searcher: requester });
    assert.deepEqual(outline(sections)[0]?.slice(1), [
      'Search my reports for “printer”',
      'Search my requests for “printer”',
      'Search help articles for “printer”',
      'Report a problem: “printer”',
    ]);
  });

  test('nothing is said to be missing before the response', () => {
    assert.deepEqual(typedSections({ ...box, groups: undefined, isSettled: false }), []);
    assert.deepEqual(typedSections({ ...box, groups: [], isSettled: false }), []);
  });

  test('the message names what was searched', () => {
    assert.equal(searchedNouns(agent), 'incidents, changes, requests, articles, CIs and people');
    assert.equal(searchedNouns(requester), 'my reports, my requests and help articles');
  });
});

test('arrows move through the options in a circle, Home and End to the ends, letters nowhere', () => {
  const options = ['a', 'b', 'c'];
  const moves: [active: string | undefined, key: string, next: string | undefined][] = [
    ['a', 'ArrowDown', 'b'],
    ['c', 'ArrowDown', 'a'],
    ['a', 'ArrowUp', 'c'],
    ['b', 'Home', 'a'],
    ['b', 'End', 'c'],
    ['b', 'j', undefined],
  ];
  for (const [active, key, next] of moves) assert.equal(nextOption(options, active, key), next);
  assert.equal(nextOption([], undefined, 'ArrowDown'), undefined);
});
