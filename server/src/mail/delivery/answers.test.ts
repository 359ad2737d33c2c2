import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnswerFacts, isAnswered } from './answers.ts';

const now = new Date('2026-11-19T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const facts: AnswerFacts = {
  policy: 'verified',
  sender: 'verified',
  automatic: undefined,
  isDecided: false,
  hasEmptyReturnPath: false,
  answeredAt: [minutesAgo(3)],
};

test('a verified person is answered', () => assert.ok(isAnswered(facts, now)));

const refusals: readonly [what: string, changes: Partial<AnswerFacts>][] = [
  ['where nobody is to be answered', { policy: 'none' }],
  ['who is not verified', { sender: 'unverified' }],
  ['who is forged', { sender: 'failed' }],
  ['that is a program which responds', { automatic: 'response' }],
  ['that is a program which sends by itself', { automatic: 'other' }],
  ['that is a mailing list', { automatic: 'list' }],
  ['whose mail was released later', { isDecided: true }],
  ['that takes no answers', { hasEmptyReturnPath: true }],
  ['who was answered just now', { answeredAt: [minutesAgo(1)] }],
  ['who was answered ten times', { answeredAt: Array.from({ length: 10 }, () => minutesAgo(60)) }],
];

for (const [what, changes] of refusals)
  test(`no sender is answered ${what}`, () =>
    assert.ok(!isAnswered({ ...facts, ...changes }, now)));
