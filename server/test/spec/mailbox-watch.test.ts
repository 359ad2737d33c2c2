// Operators see mailboxes that fail: in the metrics, and with what to do in `doctor`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { register } from 'prom-client';
import { mailboxesFinding, testMailboxes } from '../../src/doctor/doctor.mailboxes.ts';
import { causes } from '../../src/mail/messages/causes.ts';
import { lateness } from '../../src/monitoring/index.ts';
import { ManualClock } from '../support/clock.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { createMailbox, mailText, receive } from '../support/messages.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/processes.ts';

describe('Mailboxes that fail', () => {
  let instance: Instance;
  let imap: Json;
  const now = { at: Date.now() };
  before(async () => {
    instance = await startInstance({
      env: { EGRESS_ALLOW: 'localhost' },
      now: () => new Date(now.at),
    });
  });
  after(() => instance.stop());

  const login = async (kind: string) => ({
    kind,
    host: 'localhost',
    port: Number(await freePort()),
    user: 'help',
    password: 'hush-hush',
  });
  const change = (id: string, body: Json) =>
    instance.call('PATCH', `/mailboxes/${id}`, { as: 'super_admin', body });

  const measure = async (): Promise<[oldest: number | undefined, Map<string, number>]> => {
    const { deps } = instance;
    const part = lateness(deps, []).find((one) => one.part === 'mailboxes');
    await part?.run(deps.db, deps.now());
    const read = async (name: string) =>
      (await register.getSingleMetric(name)?.get())?.values ?? [];
    const [oldest] = await read('signalbox_messages_oldest_received_seconds');
    const failing = await read('signalbox_mailbox_failing_seconds');
    return [
      oldest?.value,
      new Map(failing.map(({ labels, value }) => [String(labels['mailbox']), value])),
    ];
  };

  test('a mailbox that no worker reads, and a mail that no worker processes, are measured', async () => {
    const api = await createMailbox(instance);
    imap = await createMailbox(instance, { incoming: await login('imap') });
    assert.deepEqual(await measure(), [
      0,
      new Map([
        [api['address'], 0],
        [imap.address, 0],
      ]),
    ]);
    await receive(instance, api['id'], mailText());
    now.at += 600_000;
    await receive(instance, api['id'], mailText());
    const [oldest = 0, failing] = await measure();
    assert.ok(oldest >= 600 && oldest < 660, `${oldest}`);
    assert.equal(failing.get(api['address']), 0);
    const seconds = failing.get(imap.address) ?? 0;
    assert.ok(seconds >= 540 && seconds < 660, `${seconds}`);
    await change(imap.id, { active: false });
    const [, left] = await measure();
    assert.deepEqual([...left.keys()], [api['address']], 'an inactive mailbox receives nothing');
  });

  test('the doctor says of each mailbox what fails and what to do', async () => {
    const { deps } = instance;
    assert.equal((await mailboxesFinding(deps)).status, 'ok');
    const lmtp = await createMailbox(instance, { incoming: { kind: 'lmtp' } });
    const unheard = await mailboxesFinding(deps);
    assert.equal(unheard.status, 'warning');
    assert.match(unheard.detail, new RegExp(`^${lmtp['address']} receives by LMTP`));
    assert.match(unheard.advice ?? '', /Set LMTP_LISTEN/);

    await change(imap.id, { active: true });
    const sender = await createMailbox(instance, { outgoing: await login('smtp') });
    const { status, detail, advice } = await mailboxesFinding(deps);
    assert.equal(status, 'failed');
    const refused = 'ECONNREFUSED.*Correct host and port';
    assert.match(detail, new RegExp(`${imap.address} cannot be read: .*${refused}`));
    assert.match(
      detail,
      new RegExp(`${imap.address} has not received mail since 20.*Start a worker`),
    );
    assert.match(detail, new RegExp(`${sender['address']} cannot send: .*${refused}`));
    assert.match(advice ?? '', /runbooks\.md/);
    assert.doesNotMatch(detail, /hush-hush/);
  });

  test('servers that hang delay the doctor for a minute at most, five of them at a time', async () => {
    const clock = new ManualClock();
    let tested = 0;
    const mailboxes = Array.from({ length: 17 }, (_, number) => ({
      address: `hangs${number}@example.com`,
      incoming: 'imap' as const,
      sendsBy: 'instance' as const,
      health: {
        status: 'idle' as const,
        last_message_at: null,
        last_error: null,
        failing_since: null,
      },
      test: () => {
        tested += 1;
        return new Promise<never>(() => {});
      },
    }));
    const finding = testMailboxes(mailboxes, instance.deps, clock);
    for (const started of [5, 10, 15]) {
      await until(`${started} are tested`, () => tested === started);
      clock.advance(20_000);
    }
    const { status, detail } = await finding;
    assert.equal(tested, 15);
    assert.equal(status, 'failed');
    assert.match(
      detail,
      /^hangs0@example\.com was tested in vain: its mail server did not respond/,
    );
    assert.match(
      detail,
      /6 more\.$/,
      'ten are shown, five failed as well, and two were not tested',
    );
    assert.deepEqual(clock.waiting, [], 'no timer is left');
  });

  test('the runbook says of each cause what to do', () => {
    const text = readFileSync(new URL('../../../docs/runbooks.md', import.meta.url), 'utf8');
    const described = new Set([...text.matchAll(/^\| `(\w+)` +\| \S/gm)].map(([, name]) => name));
    assert.deepEqual(
      Object.keys(causes).filter((cause) => !described.has(cause)),
      [],
    );
  });
});
