import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { approvalText } from './decision.words.ts';

const firstName = (email: string) => email.split('@', 1)[0] ?? '';
const textOf = (to: object): string | undefined =>
  approvalText({ field: 'approval', from: null, to }, firstName);

const decided = { stage: 'Budget', decision: 'approved', as: 'approver', for: [], comment: null };

describe('A decision in the timeline', () => {
  test('it names the stage, the comment, and what it opened', () => {
    assert.equal(textOf(decided), 'approved Budget.');
    assert.equal(textOf({ ...decided, comment: 'Too late' }), 'approved Budget: Too late');
    const opened = { stage: 'Security', nobody_left: false };
    assert.equal(textOf({ ...decided, opened }), 'approved Budget. Next is Security.');
  });

  test('it says for whom a delegate decided', () => {
    const delegated = { ...decided, as: 'delegate', for: ['ben@example.com'] };
    assert.equal(textOf(delegated), 'approved Budget as delegate for ben.');
  });

  test('a stage whose approvers have left waits for a manager', () => {
    assert.match(textOf({ stage: 'Budget', nobody_left: true }) ?? '', /^Budget: Nobody is left/);
  });

  test('other changes have words of their own', () => {
    const state = { field: 'state', from: 'submitted', to: 'approved' };
    assert.equal(approvalText(state, firstName), undefined);
  });
});
