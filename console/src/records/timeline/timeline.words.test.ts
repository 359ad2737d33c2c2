import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entry } from './entry.fixture.ts';
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
