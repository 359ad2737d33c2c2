import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type Facts, type FoundRecord } from './rules.ts';

const found: FoundRecord = {
  id: 'INC0000701',
  matchedBy: 'reply_address',
  kind: 'public',
  isDeleted: false,
  hasEnded: false,
  isParticipant: true,
  isAgent: false,
  isFlooded: false,
};

const facts: Facts = {
  sender: 'verified',
  hasOneSender: true,
  person: 'active',
  takesNewRequesters: true,
  requiresVerified: false,
  isEncrypted: false,
  isOwnAddress: false,
  automatic: undefined,
  found: undefined,
  isDecided: false,
};

const outcomeOf = (changes: Partial<Facts>): string => {
  const decision = decide({ ...facts, ...changes });
  if (decision.does === 'keep') return `${decision.state} ${decision.cause}`;
  if (decision.does === 'add') return `${decision.visibility} note by ${decision.as}`;
  return `record by ${decision.as}, ${decision.matchedBy}${decision.follows ? ' of an ended one' : ''}`;
};

const agent = { isParticipant: false, isAgent: true };
const unverified = { sender: 'unverified', person: 'unknown' } as const;

const cases: readonly [what: string, changes: Partial<Facts>, outcome: string][] = [
  ['a verified person', {}, 'record by sender, new_record'],
  ['somebody new', { person: 'unknown' }, 'record by sender, new_record'],
  [
    'somebody new, where only known people write',
    { person: 'unknown', takesNewRequesters: false },
    'held unknown_sender',
  ],
  [
    'a participant without an account, where only known people write',
    { person: 'unknown', takesNewRequesters: false, found },
    'public note by sender',
  ],
  ['a participant', { found }, 'public note by sender'],
  ['an agent by a public address', { found: { ...found, ...agent } }, 'public note by sender'],
  [
    'an agent by a team address',
    { found: { ...found, ...agent, kind: 'team' } },
    'team note by sender',
  ],
  [
    'an agent by a Message-ID',
    { found: { ...found, ...agent, matchedBy: 'own_message_id', kind: undefined } },
    'team note by sender',
  ],
  ['a stranger', { found: { ...found, isParticipant: false } }, 'held not_a_participant'],
  [
    'a participant who is no agent, by a team address',
    { found: { ...found, kind: 'team' } },
    'held not_a_participant',
  ],
  [
    'a participant of an ended record',
    { found: { ...found, hasEnded: true } },
    'record by sender, reply_address of an ended one',
  ],
  [
    'a record that was deleted',
    { found: { ...found, isDeleted: true } },
    'held record_not_writable',
  ],
  ['too many messages', { found: { ...found, isFlooded: true } }, 'held flood'],
  ['somebody unverified', unverified, 'record by service, new_record'],
  [
    'somebody unverified, where all must be verified',
    { ...unverified, requiresVerified: true },
    'held sender_unverified',
  ],
  ['a forged sender', { sender: 'failed' }, 'held sender_failed'],
  ['no sender', { ...unverified, hasOneSender: false }, 'held sender_unclear'],
  ['somebody who has left', { person: 'inactive' }, 'held sender_inactive'],
  ['an encrypted mail', { isEncrypted: true }, 'held encrypted'],
  ['a report of a bounce', { automatic: 'report', found }, 'ignored bounce'],
  ['our own address', { isOwnAddress: true, found }, 'ignored own_address'],
  ['an automatic response to nothing we know', { automatic: 'response' }, 'ignored automatic'],
  ['an automatic response to our mail', { automatic: 'response', found }, 'team note by sender'],
  ['an alert', { automatic: 'other' }, 'record by sender, new_record'],
  ['an alert about a record', { automatic: 'other', found }, 'team note by sender'],
  ['a person through a list', { automatic: 'list', found }, 'public note by sender'],
  ['a released forgery', { sender: 'failed', isDecided: true }, 'record by service, new_record'],
  [
    'a released stranger',
    { found: { ...found, isParticipant: false }, isDecided: true },
    'public note by sender',
  ],
  [
    'an unverified mail that somebody attached',
    {
      ...unverified,
      found: { ...found, matchedBy: 'attached', isParticipant: false, kind: undefined },
      isDecided: true,
    },
    'team note by decider',
  ],
  [
    'a verified mail that somebody attached to an ended record',
    {
      found: { ...found, matchedBy: 'attached', hasEnded: true, kind: undefined },
      isDecided: true,
    },
    'public note by sender',
  ],
  [
    'a mail attached to a record that was deleted',
    { found: { ...found, matchedBy: 'attached', isDeleted: true }, isDecided: true },
    'held record_not_writable',
  ],
];

for (const [what, changes, outcome] of cases)
  test(`${what}: ${outcome}`, () => assert.equal(outcomeOf(changes), outcome));

test('no forgery and no unverified mail becomes a note, whatever record it names', () => {
  for (const sender of ['unverified', 'failed'] as const)
    for (const isParticipant of [true, false])
      for (const isAgent of [true, false])
        for (const person of ['active', 'inactive', 'unknown'] as const)
          for (const isDecided of [true, false]) {
            const decision = decide({
              ...facts,
              sender,
              person,
              isDecided,
              found: { ...found, isParticipant, isAgent },
            });
            assert.notEqual(decision.does, 'add');
            if (decision.does === 'create') assert.equal(decision.as, 'service');
          }
});
