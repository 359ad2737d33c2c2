import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordInSubject, referencedIds } from './references.ts';

test('the mail that is answered comes before earlier ones', () => {
  const mail = {
    inReplyTo: ['<3@elsewhere.example>'],
    references: ['<1@desk.example.com>', '<2@DESK.example.com>', '<3@elsewhere.example>'],
  };
  assert.deepEqual(
    referencedIds(mail, 'desk.example.com').map(({ id, matchedBy }) => `${matchedBy} ${id}`),
    [
      'known_message_id <3@elsewhere.example>',
      'own_message_id <2@DESK.example.com>',
      'own_message_id <1@desk.example.com>',
    ],
  );
});

test('an id of a host whose name ends with ours is not ours', () => {
  const mail = {
    inReplyTo: ['<1@evil-desk.example.com>', '<a@desk.example.com@x>'],
    references: [],
  };
  for (const { matchedBy } of referencedIds(mail, 'desk.example.com'))
    assert.equal(matchedBy, 'known_message_id');
});

test('a subject names a record only in brackets, and only one', () => {
  const cases: readonly [subject: string, id: string | undefined][] = [
    ['Re: [INC0000701] Printer', 'INC0000701'],
    ['AW: WG: [inc0000701] Drucker', 'INC0000701'],
    ['[INC0000701] and again [INC0000701]', 'INC0000701'],
    ['[INC0000701] or [INC0000702]', undefined],
    ['INC0000701 Printer', undefined],
    ['[INC000070] short', undefined],
    ['[P2] Printer', undefined],
    ['', undefined],
  ];
  for (const [subject, id] of cases) assert.equal(recordInSubject(subject), id, subject);
});
