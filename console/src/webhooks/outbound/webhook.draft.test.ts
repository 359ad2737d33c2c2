import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OutboundWebhook } from '../../api/index.ts';
import { bodyOf, draftOf, editsOf, emptyDraft, patchOf } from './webhook.draft.ts';

const webhook: OutboundWebhook = {
  id: 'wh_out_1',
  owner: 'ada@example.com',
  status: 'active',
  health: { status: 'idle', success_share_24h: null, last_failure_at: null },
  previous_secret_until: null,
  version: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  name: 'Pager',
  url: 'https://pager.example.com',
  events: ['incident.created'],
  filters: [{ field: 'incident.priority', operator: 'eq', value: 'P1' }],
  headers: { 'x-key': 'abc' },
  sign_payloads: true,
  active: true,
  timeout_seconds: 10,
};

describe('The draft of a webhook', () => {
  test('a draft without an edit has nothing to save', () => {
    assert.deepEqual(patchOf(webhook, draftOf(webhook)), {});
  });

  test('only edited fields are sent', () => {
    const draft = draftOf(webhook);
    assert.deepEqual(patchOf(webhook, { ...draft, active: false }), { active: false });
    assert.deepEqual(patchOf(webhook, { ...draft, headers: [] }), { headers: {} });
  });

  test('a field that nobody edited here follows the change of somebody else', () => {
    const edits = editsOf(webhook, { ...draftOf(webhook), name: 'Pager 2' });
    const changed: OutboundWebhook = { ...webhook, url: 'https://other.example.com' };
    assert.deepEqual(edits, { name: 'Pager 2' });
    assert.deepEqual(patchOf(changed, { ...draftOf(changed), ...edits }), { name: 'Pager 2' });
  });

  test('a header without a name is not sent', () => {
    const headers = [
      { name: '', value: 'x' },
      { name: ' a ', value: 'b' },
    ];
    assert.deepEqual(bodyOf({ ...emptyDraft, headers }).headers, { a: 'b' });
  });
});
