// The chain of writes in which rules ran goes out with deliveries and mail, and is continued by what they cause.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Emission, emitPast } from '../../src/events/emit.ts';
import { systemContext } from '../../src/identity/index.ts';
import { useMailResolver } from '../../src/mail/messages/process-parts.ts';
import type { ChainLink } from '../../src/platform/context.ts';
import { CHAIN_HEADER, readChain, writeChain } from '../../src/platform/http/request/rule-chain.ts';
import { KeyRing } from '../../src/platform/crypto/key-ring.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { mailWriter } from '../support/mail-writer.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';
import {
  type ReceivedRequest,
  type Receiver,
  receiverEnv,
  respondWith,
  startReceiver,
} from '../support/receivers.ts';
import { mailSigner } from '../support/signed-mail.ts';
import { inbound } from './inbound.setup.ts';

const chain: ChainLink[] = Array.from({ length: 4 }, (_, n) => ({
  record: `INC000000${n}`,
  rules: Array.from({ length: 6 }, (_rule, m) => `rul_${`${n}${m}`.padStart(32, '0')}`),
}));

describe('A chain of rules', () => {
  const signer = mailSigner(() => true);
  let instance: Instance;
  let mailbox: Mailbox;
  let receiver: Receiver;
  let header: string;
  before(async () => {
    mailbox = await startMailbox();
    receiver = await startReceiver();
    const env = { ...receiverEnv(), SMTP_URL: mailbox.url };
    instance = await startInstance({ worker: true, env });
    useMailResolver(instance.deps, signer.resolver);
    await allowMailTo(instance, 'example.com');
    header = writeChain(chain, instance.deps.keys.current.ruleChain) ?? '';
  });
  after(async () => {
    await instance.stop();
    await receiver.close();
    await mailbox.stop();
  });

  const create = async (fields: Json, headers: Record<string, string>): Promise<string> => {
    const body = { short_description: 'The printer jams', ...fields };
    const {
      status,
      text,
      body: made,
    } = await instance.call('POST', '/incidents', { body, headers });
    assert.equal(status, 201, text);
    return made.id;
  };
  /** Returns the chains of the record's events. */
  const chainsOf = async (id: string): Promise<unknown[]> => {
    const sql = 'select chain from events where record_id = $1 order by sequence';
    return (await instance.sql(sql, [id])).map((row) => row.chain);
  };
  const read = (value: unknown) => readChain(value, instance.deps.keys.current.ruleChain);
  const receive = (id: string) =>
    until('the delivery', () => receiver.received.find(({ body }) => body.includes(id)));

  test('a delivery of the event has the chain, and an event that it causes at an inbound webhook continues it', async () => {
    const webhook = { name: 'Loop', url: receiver.url, events: ['incident.created'] };
    const made = await instance.call('POST', '/webhooks/outbound', { body: webhook });
    assert.equal(made.status, 201, made.text);
    const id = await create({}, { [CHAIN_HEADER]: header });
    assert.deepEqual(await chainsOf(id), [chain]);
    const { headers } = await receive(id);
    const sent = String(headers[CHAIN_HEADER]);
    assert.deepEqual(read(sent), chain);

    const { post, webhook: back } = await inbound(instance);
    const posted = await post({ title: 'Back again' }, { [CHAIN_HEADER]: sent });
    assert.equal(posted.status, 201, posted.text);
    assert.deepEqual(await chainsOf(posted.body.incident_id), [chain]);
    // The signed header is no part of what readers of webhooks see.
    const path = `/webhooks/inbound/${back.id}/events/${posted.body.event_id}`;
    const stored = await instance.call('GET', path);
    assert.equal(CHAIN_HEADER in stored.body.headers, false);
    const listed = `/webhooks/outbound/${made.body.id}/deliveries?status=delivered&record=${id}`;
    const delivery = await until(
      'the delivery is recorded',
      async () => (await instance.call('GET', listed)).body.data[0],
    );
    const shown = await instance.call('GET', `/webhooks/deliveries/${delivery.id}`, {
      as: 'agent',
    });
    assert.equal(shown.body.attempts[0].request.headers[CHAIN_HEADER], '***');
  });

  test('a write without a chain, or with one that another instance signed, sends none', async () => {
    const foreign = writeChain(chain, new KeyRing(randomBytes(32)).current.ruleChain) ?? '';
    const forged = `${header.split('.')[0]}.${foreign.split('.')[1]}`;
    for (const value of [undefined, foreign, forged, 'x', 'x'.repeat(4000)]) {
      const id = await create({}, value === undefined ? {} : { [CHAIN_HEADER]: value });
      assert.deepEqual(await chainsOf(id), [null]);
      assert.equal((await receive(id)).headers[CHAIN_HEADER], undefined);
    }
  });

  test('the events of an update have its chain, and those of the next one have none', async () => {
    const id = await create({}, {});
    const update = (category: string, headers: Record<string, string>) =>
      instance.call('PATCH', `/incidents/${id}`, { body: { category }, headers });
    assert.equal((await update('network', { [CHAIN_HEADER]: header })).status, 200);
    assert.equal((await update('hardware', {})).status, 200);
    assert.deepEqual(await chainsOf(id), [null, chain, null]);
  });

  test('no webhook has a header of its own with the name', async () => {
    const headers = { 'X-Signalbox-Chain': header };
    const body = { name: 'Forger', url: receiver.url, events: ['incident.created'], headers };
    const { status } = await instance.call('POST', '/webhooks/outbound', { body });
    assert.equal(status, 400);
  });

  test('a mail has the chain of the write that causes it, in lines that mail servers pass on', async () => {
    const id = await create({ assigned_to: 'ada@example.com' }, { [CHAIN_HEADER]: header });
    const { mail, raw } = await until('the mail', () =>
      mailbox.delivered.find((one) => one.mail.subject?.includes(id)),
    );
    const sent = mail.headers.find(({ key }) => key === CHAIN_HEADER)?.value ?? '';
    assert.deepEqual(read(sent.replaceAll(/\s/g, '')), chain);
    const lengths = raw.split('\r\n').map((line) => line.length);
    assert.ok(Math.max(...lengths) <= 78);
  });

  test('the mail to a watcher, which is sent after the commit, has the chain', async () => {
    const id = await create({}, {});
    const watcher = { email: 'wanda@example.com', as: 'agent' } as const;
    const user = { email: watcher.email, name: 'Wanda', roles: ['agent'] };
    const registered = await instance.call('POST', '/users', { as: 'super_admin', body: user });
    assert.equal(registered.status, 201, registered.text);
    assert.equal((await instance.call('POST', `/incidents/${id}/watch`, watcher)).status, 200);
    const moved = await instance.call('PATCH', `/incidents/${id}`, {
      body: { state: 'in_progress' },
      headers: { [CHAIN_HEADER]: header },
    });
    assert.equal(moved.status, 200, moved.text);
    const { raw } = await until('the mail', () =>
      mailbox.delivered.find(({ envelope }) => envelope.includes('wanda@example.com')),
    );
    assert.ok(raw.toLowerCase().includes(CHAIN_HEADER));
  });

  const carriers = {
    'a gateway that passes the delivery on': ({ headers }: ReceivedRequest) => headers,
    'a script that passes the header on': ({ headers }: ReceivedRequest) => ({
      [CHAIN_HEADER]: headers[CHAIN_HEADER],
    }),
  };
  for (const [carrier, headersOf] of Object.entries(carriers))
    test(`a rule stops at the third record of a loop through webhooks and ${carrier}`, async () => {
      const actions = [{ set: { priority: 'P1', category: 'looping' } }];
      const rule = { name: carrier, record_type: 'incident', on: 'created', actions };
      const { body: made } = await instance.call('POST', '/rules', { body: rule });
      const { post } = await inbound(instance, {
        secret_enabled: false,
        field_mapping: { short_description: '{{ data.id }}' },
      });
      // Only what the rule has changed comes back.
      receiver.respond = (one, response) => {
        const { data } = JSON.parse(one.body.toString());
        response.writeHead(204).end();
        if (data.category === 'looping')
          void post({ data }, { [CHAIN_HEADER]: String(headersOf(one)[CHAIN_HEADER]) });
      };
      const records = [await create({}, {})];
      while (records.length < 4) {
        const last = records.at(-1);
        const [next] = await until('the next record', async () => {
          const rows = await instance.sql('select id from incidents where short_description = $1', [
            last,
          ]);
          return rows.length > 0 ? rows : undefined;
        });
        records.push(next.id);
      }
      const [first, second, third, fourth] = records;
      await receive(fourth ?? '');
      const { body: stopped } = await instance.call('GET', `/incidents/${fourth}`);
      assert.deepEqual([stopped.priority, stopped.category], ['P3', null]);
      const { body: timeline } = await instance.call('GET', `/incidents/${fourth}/timeline`);
      const [cause] = timeline.data.flatMap((entry: Json) => entry.cause ?? []);
      assert.deepEqual(cause, {
        kind: 'rule_chain',
        rule: { id: made.id, version: 1, name: carrier },
        chain: [first, second, third].map((record) => ({ record, rules: [made.id] })),
      });
      const [{ n }] = await instance.sql(
        'select count(*)::int as n from incidents where short_description = $1',
        [fourth],
      );
      assert.equal(n, 0);
      await instance.call('DELETE', `/rules/${made.id}`);
      receiver.respond = respondWith(204);
    });

  test('events that are written for many records at once have their chain', async () => {
    const id = await create({}, {});
    const context = systemContext(instance.deps, 'tests');
    const emission: Emission = {
      record: { type: 'incident', id, version: 1 },
      kind: 'incident.updated',
      changes: {},
      events: [{ type: 'incident.updated', sequence: 2, data: {} }],
    };
    const past = [
      { context: { ...context, chain }, emission },
      { context, emission: { ...emission, events: [{ ...emission.events[0]!, sequence: 3 }] } },
    ];
    await instance.deps.db.transaction().execute((tx) => emitPast(tx, past));
    assert.deepEqual(await chainsOf(id), [null, chain, null]);
  });

  test('a mail about a write without a chain has no such header', async () => {
    const id = await create({ assigned_to: 'ada@example.com' }, {});
    const { raw } = await until('the mail', () =>
      mailbox.delivered.find((one) => one.mail.subject?.includes(id)),
    );
    assert.equal(raw.toLowerCase().includes(CHAIN_HEADER), false);
  });

  test('a received mail continues its chain in the record that it makes and in its note, and a forged one does not', async () => {
    const address = { address: 'help@example.com', name: 'Help', record_type: 'incident' };
    const created = await instance.call('POST', '/mailboxes', { as: 'super_admin', body: address });
    const person = { name: 'Erin', address: 'erin@customers.example' };
    const erin = mailWriter(instance, created.body, signer, person);
    const folded = header.replaceAll(/.{64}/g, '$&\r\n ');
    const first = await erin.write({ Subject: 'It jams', 'X-Signalbox-Chain': folded }, 'Today.');
    assert.equal(first.state, 'applied');
    const id = first.record_id;
    assert.deepEqual(await chainsOf(id), [chain]);

    const answer = { Subject: `Re: [${id}] It jams` };
    await erin.write({ ...answer, 'X-Signalbox-Chain': folded }, 'Still.');
    await erin.write({ ...answer, 'X-Signalbox-Chain': `A${folded}` }, 'Still.');
    await erin.write(answer, 'Still.');
    const chains = await chainsOf(id);
    assert.deepEqual(chains[1], chain);
    assert.deepEqual(chains.at(-2), null);
    assert.deepEqual(chains.at(-1), null);
  });
});
