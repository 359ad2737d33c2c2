import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ANNOUNCE_MS, PresenceReplies } from './presence-replies.ts';

const NETWORK_MS = 300;
const MAX_REPLY_MS = 1000;

interface Sent {
  by: string;
  at: number;
}

/** Simulates people at one record: each announces itself at regular intervals, and replies to newcomers. */
function simulate(names: readonly string[], reloads: readonly Sent[], untilMs: number): Sent[] {
  const sent: Sent[] = [];
  const queue: { at: number; run: () => void }[] = [];
  const plan = (at: number, run: () => void) => queue.push({ at, run });
  const people = new Map<
    string,
    { replies: PresenceReplies; announcements: number; isReplying: boolean }
  >();
  const announce = (by: string, at: number): void => {
    const person = people.get(by);
    if (!person) return;
    person.replies.noteOwn(at);
    person.announcements += 1;
    const { announcements } = person;
    sent.push({ by, at });
    plan(
      at + ANNOUNCE_MS,
      () => person.announcements === announcements && announce(by, at + ANNOUNCE_MS),
    );
    for (const [index, other] of names.entries())
      if (other !== by)
        plan(at + NETWORK_MS + index, () => hear(other, by, at + NETWORK_MS + index));
  };
  const hear = (name: string, by: string, at: number): void => {
    const person = people.get(name);
    if (!person?.replies.hear(by, at) || person.isReplying) return;
    person.isReplying = true;
    const replyAt = at + ((name.charCodeAt(0) * 37) % MAX_REPLY_MS);
    plan(replyAt, () => {
      person.isReplying = false;
      announce(name, replyAt);
    });
  };
  const open = (name: string, at: number) => {
    people.set(name, { replies: new PresenceReplies(), announcements: 0, isReplying: false });
    announce(name, at);
  };
  for (const [index, name] of names.entries()) plan(index * 5000, () => open(name, index * 5000));
  for (const { by, at } of reloads) plan(at, () => open(by, at));
  while (queue.length > 0) {
    queue.sort((one, other) => one.at - other.at);
    const next = queue.shift();
    if (next && next.at <= untilMs) next.run();
    else break;
  }
  return sent;
}

describe('Replies to people who open a record', () => {
  test('a person who reloads the page gets a reply from everybody at once, although all knew them', () => {
    const at = 67_000;
    const sent = simulate(['ada', 'bo', 'cleo'], [{ by: 'bo', at }], 80_000);
    for (const name of ['ada', 'cleo'])
      assert.ok(
        sent.some((one) => one.by === name && one.at > at && one.at < at + 2000),
        `${name} replies: ${JSON.stringify(sent)}`,
      );
  });

  test('nobody replies forever: without newcomers, each announces at the regular time', () => {
    const names = ['ada', 'bo', 'cleo', 'dan'];
    const sent = simulate(names, [{ by: 'bo', at: 67_000 }], 600_000);
    for (const name of names) {
      const count = sent.filter(({ by }) => by === name).length;
      assert.ok(count <= 600_000 / ANNOUNCE_MS + 5, `${name}: ${count}`);
    }
  });

  test('a person who has just announced does not reply', () => {
    const replies = new PresenceReplies();
    replies.noteOwn(1000);
    assert.equal(replies.hear('bo', 2000), false);
    assert.equal(replies.hear('bo', 22_000), false, 'a regular one');
    assert.equal(replies.hear('bo', 30_000), true, 'before its time');
    assert.equal(replies.hear('bo', 100_000), true, 'back after a while');
  });
});
