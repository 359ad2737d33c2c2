import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWarning } from './warnings.ts';

test('a warning becomes a sentence with the value, and with the nearest one if there is one', () => {
  const fields = { assigned_to: 'ben@example.com', assignment_group: 'Netwrok' };
  const person = { pointer: '/assigned_to', code: 'not_assignable' } as const;
  assert.equal(
    describeWarning(person, fields, 'incidents'),
    'ben@example.com cannot work on incidents.',
  );
  assert.equal(describeWarning(person, {}), 'The assignee cannot work on such records.');
  const group = { pointer: '/assignment_group', code: 'unknown_group' } as const;
  assert.equal(
    describeWarning({ ...group, nearest: 'Network' }, fields),
    'No group has the name Netwrok; did you mean Network?',
  );
  const rules = { role_rules: [{ groups: ['Desk', 'Netwrok'] }] };
  const nested = { pointer: '/role_rules/0/groups/1', code: 'unknown_group' } as const;
  assert.equal(describeWarning(nested, rules), 'No group has the name Netwrok.');
  const absent = { ...nested, pointer: '/role_rules/1/groups/0' };
  assert.equal(describeWarning(absent, rules), 'No group has the name that was given.');
  const unknown = { pointer: '/assigned_to', code: 'unknown_person' } as const;
  assert.equal(describeWarning(unknown, fields), 'Nobody has the address ben@example.com.');
  const mention = {
    pointer: '/body',
    code: 'mention_not_readable',
    mention: '@Ada Ellis',
  } as const;
  assert.equal(
    describeWarning(mention, { body: 'a text' }),
    '@Ada Ellis may not read the note and is not notified.',
  );
  const required = { pointer: '/custom/room', code: 'custom_required' } as const;
  assert.equal(
    describeWarning(required, fields, 'incidents'),
    'The required field room has no value.',
  );
  assert.equal(
    describeWarning({ pointer: '/ci_id', code: 'later_code' as never }, fields),
    'ci_id may be a mistake (later_code).',
  );
});
