import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ANNOUNCE_MS, PresenceAnswers } from './presence-answers.ts';

const NETWORK_MS = 300;
const MAX_ANSWER_MS = 1000;

interface Sent {
  by: string;
  at: number;
}

/** People at one record on a clock of their own: each announces at regular times after its last one, and answers. */
function simulate(names: readonly string[], reloads: readonly Sent[], untilMs: number): Sent[] {
  const sent: Sent[] = [];
  const queue: { at: number; run: () => void }[] = [];
  const plan = (at: number, run: () => void) => queue.push({ at, run });
  const people = new Map<
    string,
    { answers: PresenceAnswers; turn: number; isAnswering: boolean }
  >();
  const announce = (by: string, at: number): void => {
    const person = people.get(by);
    if (!person) return;
    person.answers.announced(at);
    person.turn += 1;
    const { turn } = person;
    sent.push({ by, at });
    plan(at + ANNOUNCE_MS, () => person.turn === turn && announce(by, at + ANNOUNCE_MS));
    for (const [index, other] of names.entries())
      if (other !== by)
        plan(at + NETWORK_MS + index, () => hear(other, by, at + NETWORK_MS + index));
  };
  const hear = (name: string, by: string, at: number): void => {
    const person = people.get(name);
    if (!person?.answers.hear(by, at) || person.isAnswering) return;
    person.isAnswering = true;
    const answerAt = at + ((name.charCodeAt(0) * 37) % MAX_ANSWER_MS);
    plan(answerAt, () => {
      person.isAnswering = false;
      announce(name, answerAt);
    });
  };
  const open = (name: string, at: number) => {
    people.set(name, { answers: new PresenceAnswers(), turn: 0, isAnswering: false });
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

describe('Answers to people who come to a record', () => {
  test('one who reloads is answered at once by everybody, although all knew them', () => {
    const at = 67_000;
    const sent = simulate(['ada', 'bo', 'cleo'], [{ by: 'bo', at }], 80_000);
    for (const name of ['ada', 'cleo'])
      assert.ok(
        sent.some((one) => one.by === name && one.at > at && one.at < at + 2000),
        `${name} answers: ${JSON.stringify(sent)}`,
      );
  });

  test('nobody answers forever: without newcomers each announces at its regular time', () => {
    const names = ['ada', 'bo', 'cleo', 'dan'];
    const sent = simulate(names, [{ by: 'bo', at: 67_000 }], 600_000);
    for (const name of names) {
      const count = sent.filter(({ by }) => by === name).length;
      assert.ok(count <= 600_000 / ANNOUNCE_MS + 5, `${name}: ${count}`);
    }
  });

  test('who has announced a moment ago does not answer', () => {
    const answers = new PresenceAnswers();
    answers.announced(1000);
    assert.equal(answers.hear('bo', 2000), false);
    assert.equal(answers.hear('bo', 22_000), false, 'a regular one');
    assert.equal(answers.hear('bo', 30_000), true, 'before its time');
    assert.equal(answers.hear('bo', 100_000), true, 'back after a while');
  });
});
