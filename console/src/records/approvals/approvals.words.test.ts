import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestStage, StageDecision } from '../../api/index.ts';
import { needText, roleText } from './approvals.words.ts';

const stage = (fields: Partial<RequestStage>): RequestStage => ({
  name: 'Budget',
  need: 'any',
  state: 'open',
  approvers: ['ada@example.com', 'ben@example.com', 'cleo@example.com'],
  waiting_for: [],
  decisions: [],
  nobody_left: false,
  started_at: null,
  decided_at: null,
  ...fields,
});
const decision = (fields: Partial<StageDecision>): StageDecision => ({
  by: 'ada@example.com',
  as: 'approver',
  for: [],
  decision: 'approved',
  comment: null,
  at: '2026-11-15T09:00:00.000Z',
  ...fields,
});
const firstName = (email: string) => email.split('@', 1)[0] ?? '';

describe('A stage of approval', () => {
  test('the need of an open stage is a part of its approvers', () => {
    assert.equal(needText(stage({})), '1 of 3 approves');
    assert.equal(needText(stage({ need: 2 })), '2 of 3 approve');
    assert.equal(needText(stage({ need: 'all' })), 'All 3 approve');
    assert.equal(needText(stage({ approvers: ['ada@example.com'] })), undefined);
  });

  test('the need of a stage that has not begun names no number of approvers', () => {
    const waiting: Partial<RequestStage> = { state: 'waiting', approvers: [] };
    assert.equal(needText(stage(waiting)), 'One person approves');
    assert.equal(needText(stage({ ...waiting, need: 2 })), '2 people approve');
    assert.equal(needText(stage({ ...waiting, need: 'all' })), 'Everybody approves');
  });

  test('a decision says for whom a delegate decided, and that a manager decided instead', () => {
    assert.equal(roleText(decision({}), firstName), undefined);
    assert.equal(roleText(decision({ as: 'manager' }), firstName), 'as manager');
    const absent = ['ben@example.com', 'cleo@example.com'];
    const delegated = decision({ as: 'delegate', for: absent });
    assert.equal(roleText(delegated, firstName), 'as delegate for ben and cleo');
  });
});
