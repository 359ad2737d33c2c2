import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entry } from './entry.fixture.ts';
import { isRecomputed, policyText } from './sla.words.ts';
import { timelineDays } from './timeline.items.ts';
import { eventText } from './timeline.words.ts';

const messageEntry = (message: object) =>
  entry({ kind: 'message.applied', changes: { message: { from: null, to: message } } });

test('a mail is named with its sender, whether that is verified, and how it was found', () => {
  const from = 'erin@example.com';
  assert.deepEqual(
    eventText(messageEntry({ from, matched_by: 'reply_address', sender_verified: true })),
    { text: 'Mail from erin@example.com, found by its address', hasActor: false },
  );
  assert.deepEqual(
    eventText(messageEntry({ from, matched_by: 'new_record', sender_verified: false })),
    {
      text: 'Mail from erin@example.com, who is not verified',
      hasActor: false,
      tone: 'amber',
    },
  );
  assert.equal(
    eventText(messageEntry({ from: null, matched_by: 'attached', sender_verified: false })).text,
    'Mail without a sender, attached by hand',
  );
});

const munich = { id: 'slp_1', version: 1, name: 'Munich', calendar_id: null };

test('an entry names the SLA policy that applies, with the values that its condition read', () => {
  const text = (from: object | null, to: object | null, field = 'sla_policy') =>
    policyText({ field, from, to }, 'incident');
  const inputs = { priority: 'P2', 'ci.class': null };
  assert.equal(
    text(null, { ...munich, inputs }),
    'SLA policy “Munich” applies (priority P2, no CI class)',
  );
  assert.equal(text(null, munich), 'SLA policy “Munich” applies');
  assert.equal(text(munich, { ...munich, version: 2 }), 'SLA policy “Munich” was edited');
  assert.equal(text(munich, null), 'SLA policy “Munich” applies no more');
  assert.equal(text(munich, null, 'category'), undefined);
});

test('a target that is near or missed is named by its clock', () => {
  const changes = { sla_metric: { from: null, to: 'first_response' } };
  assert.deepEqual(eventText(entry({ kind: 'sla.target_warning', changes })), {
    text: '75 % of the time for the first response is used',
    hasActor: false,
    tone: 'amber',
  });
  assert.equal(
    eventText(entry({ kind: 'sla.target_breached', changes })).text,
    'The time for the first response is over',
  );
  const unknown = { sla_metric: { from: null, to: 'later' } };
  assert.match(
    eventText(entry({ kind: 'sla.target_breached', changes: unknown })).text,
    /a target/,
  );
});

test('a breach that moved because policies were changed is shown, and one that moved with a field is not', () => {
  const changes = { sla_breach_at: { from: '2026-11-16T08:00:00Z', to: '2026-11-17T08:00:00Z' } };
  const days = (one: ReturnType<typeof entry>) =>
    timelineDays([one], 'all', () => 0, one.record.id);
  const recomputed = entry({
    kind: 'incident.updated',
    changes,
    cause: { kind: 'sla_policies' },
  } as never);
  assert.ok(isRecomputed(recomputed));
  assert.equal(days(recomputed)[0]?.items[0]?.kind, 'change');
  assert.deepEqual(days(entry({ kind: 'incident.updated', changes })), []);
});
