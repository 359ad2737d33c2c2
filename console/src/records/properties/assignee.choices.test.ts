import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assigneeChoices, assignmentOf } from './assignee.choices.ts';

const person = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
});
const [ada, luca, mei, petra] = ['Ada Okafor', 'Luca Brandt', 'Sun Mei', 'Petra Lind'].map(person);
const sources = {
  q: '',
  me: ada,
  group: 'Web Platform',
  members: [ada, luca, mei].filter((one) => one !== undefined),
  others: [ada, petra, luca, petra].filter((one) => one !== undefined),
  groups: ['Network', 'Web Platform'],
  openOf: (email: string) => (email === luca?.email ? 6 : undefined),
  takesAddress: false,
};
const read = (change: Partial<typeof sources>) =>
  assigneeChoices({ ...sources, ...change }).map(({ group, label, detail }) =>
    [group, label, detail].filter((part) => part !== undefined).join(' · '),
  );

describe('The choices of an assignee', () => {
  test('everybody is offered once: me, the group of the record with its load, the others, then groups', () => {
    assert.deepEqual(read({}), [
      'Ada Okafor (me)',
      'Web Platform · Luca Brandt · 6 open',
      'Web Platform · Sun Mei',
      'Others · Petra Lind',
      'Groups · Network',
      'Groups · Web Platform',
      'Nobody · Unassign',
    ]);
  });

  test('people are found by any word of the name, the address, or “me”', () => {
    assert.deepEqual(read({ q: 'BRAN' }), ['Web Platform · Luca Brandt · 6 open']);
    assert.deepEqual(read({ q: 'petra.l' }), ['Others · Petra Lind']);
    assert.deepEqual(read({ q: 'me' }), ['Ada Okafor (me)', 'Web Platform · Sun Mei']);
    assert.deepEqual(read({ q: 'net' }), ['Groups · Network']);
    assert.deepEqual(read({ q: 'nobody there' }), []);
  });

  test('any address can be used if the directory does not have everybody', () => {
    assert.deepEqual(read({ q: 'x@y.example', takesAddress: true }), ['Use “x@y.example”']);
    assert.deepEqual(read({ q: 'x@y.example' }), []);
    assert.deepEqual(read({ q: 'petra.lind@example.com', takesAddress: true }), [
      'Others · Petra Lind',
    ]);
  });

  test('a choice names the field that it sets', () => {
    const choices = assigneeChoices(sources).map(({ value }) => assignmentOf(value));
    assert.deepEqual(choices[0], { field: 'assigned_to', value: 'ada.okafor@example.com' });
    assert.deepEqual(choices.at(-2), { field: 'assignment_group', value: 'Web Platform' });
    assert.deepEqual(choices.at(-1), { field: 'assigned_to', value: null });
  });
});
