import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { proveSameEvents } from '../properties/events/same-events.ts';
import { until } from '../support/processes.ts';
import { drawSeed } from '../support/random.ts';
import { type Receiver, respondWith } from '../support/receivers.ts';
import { assertNoFaults } from '../support/report.ts';
import { outboundSection } from './outbound.setup.ts';

const parse = (body: Buffer): Json => JSON.parse(body.toString());

outboundSection('Deliveries of outbound webhooks', (instance) => {
  test('an event is delivered with the payload and the headers of the contract', async () => {
    const { webhook, receiver } = await instance.webhook({ headers: { 'X-Team': 'Night' } });
    const { id } = await instance.incident({ short_description: 'Mail is slow', priority: 'P2' });
    const [got] = await until('a request', () => receiver.received.length > 0 && receiver.received);
    const { event, timestamp, service_instance, data, ...rest } = parse(got!.body);
    assert.deepEqual(rest, {});
    assert.deepEqual([event, service_instance], ['incident.created', 'test']);
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(data, {
      id,
      short_description: 'Mail is slow',
      priority: 'P2',
      state: 'new',
      category: null,
      assignment_group: null,
      assigned_to: null,
      requester: null,
      ci_id: null,
      url: `https://desk.example.com/prod/api/v1/incidents/${id}`,
      html_url: `https://desk.example.com/console/incidents/${id}`,
      sequence: 1,
    });
    const [delivery] = await instance.waitForDeliveries(webhook.id, 'delivered');
    const { headers } = got!;
    assert.deepEqual(
      [
        headers['content-type'],
        headers['x-service-event'],
        headers['x-service-event-id'],
        headers['x-service-delivery'],
        headers['x-service-attempt'],
        headers['x-service-sequence'],
        headers['x-team'],
        headers['webhook-id'],
      ],
      [
        'application/json',
        event,
        delivery.event_id,
        delivery.id,
        '1',
        '1',
        'Night',
        delivery.event_id,
      ],
    );
  });

  test('credentials that a receiver echoes are masked in the stored response', async () => {
    const { webhook, receiver } = await instance.webhook({
      headers: { Authorization: 'Bearer canary-4711' },
    });
    receiver.respond = ({ headers }, response) => {
      const given = String(headers.authorization);
      response.writeHead(302, { location: `/?${given}` }).end(`${given}, or ${given.slice(7)}`);
    };
    await instance.incident();
    const [{ id }] = await instance.waitForDeliveries(webhook.id, 'retrying');
    const { body, text } = await instance.call('GET', `/webhooks/deliveries/${id}`);
    assert.equal(body.attempts[0].response.body, '***, or ***');
    assert.equal(text.includes('canary'), false);
    receiver.respond = respondWith(204);
  });

  test('signatures are masked for callers who may not manage webhooks, also where the receiver echoes them', async () => {
    const { webhook, receiver } = await instance.webhook();
    const names = ['x-service-signature', 'webhook-signature'];
    receiver.respond = ({ headers }, response) => {
      const [service, standard] = names.map((name) => String(headers[name]));
      response.writeHead(200, { 'x-echo': service }).end(`got ${standard}`);
    };
    await instance.incident();
    const [{ id }] = await instance.waitForDeliveries(webhook.id, 'delivered');
    const sent = names.map((name) => String(receiver.received[0]!.headers[name]));
    const path = `/webhooks/deliveries/${id}`;
    const signaturesOf = ({ request }: Json) => names.map((name) => request.headers[name]);
    for (const as of ['agent', 'auditor'] as const) {
      const { body, text } = await instance.call('GET', path, { as });
      const [attempt] = body.attempts;
      assert.deepEqual(signaturesOf(attempt), ['***', '***'], as);
      assert.deepEqual(
        [attempt.response.headers['x-echo'], attempt.response.body],
        ['***', 'got ***'],
      );
      for (const signature of sent) assert.equal(text.includes(signature), false, as);
      assert.ok(attempt.request.headers['webhook-timestamp']);
    }
    const managed = await instance.call('GET', path, { as: 'itsm_manager' });
    assert.deepEqual(signaturesOf(managed.body.attempts[0]), sent);
    receiver.respond = respondWith(204);
  });

  test('both signatures cover the received bytes, and openssl and Python agree', async () => {
    const { webhook, receiver } = await instance.webhook();
    await instance.incident({ short_description: 'Größe → 5 € "x"' });
    await instance.waitForDeliveries(webhook.id, 'delivered');
    const { body, headers } = receiver.received[0]!;
    const hex = createHmac('sha256', webhook.secret).update(body).digest('hex');
    assert.equal(headers['x-service-signature'], hex);
    const file = join(mkdtempSync(join(tmpdir(), 'signalbox-body-')), 'body');
    writeFileSync(file, body);
    const byOpenssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', webhook.secret, file]);
    assert.equal(byOpenssl.toString().trim().split(' ').at(-1), hex);
    const script =
      'import hmac,hashlib,base64,sys\n' +
      's,f,i,t=sys.argv[1:]\nb=open(f,"rb").read()\n' +
      'print(hmac.new(s.encode(),b,hashlib.sha256).hexdigest())\n' +
      'm=hmac.new(base64.b64decode(s[6:]),f"{i}.{t}.".encode()+b,hashlib.sha256)\n' +
      'print("v1,"+base64.b64encode(m.digest()).decode())';
    const stamp = String(headers['webhook-timestamp']);
    const args = ['-c', script, webhook.secret, file, String(headers['webhook-id']), stamp];
    const byPython = execFileSync('python3', args).toString().trim().split('\n');
    assert.deepEqual(byPython, [hex, headers['webhook-signature']]);
    assert.ok(Math.abs(Number(stamp) - Date.now() / 1000) < 60);
  });

  test('without sign_payloads no signature is sent and no secret is created', async () => {
    const { webhook, receiver } = await instance.webhook({ sign_payloads: false });
    assert.equal('secret' in webhook, false);
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'delivered');
    const names = Object.keys(receiver.received[0]!.headers);
    assert.deepEqual(
      names.filter((name) => /signature|^webhook-/.test(name)),
      [],
    );
  });

  test('the new secret signs after a rotation, and webhook-signature has both during the grace period', async () => {
    const { webhook, receiver } = await instance.webhook();
    const rotated = await instance.call('POST', `/webhooks/outbound/${webhook.id}/rotate-secret`, {
      body: { grace_seconds: 60 },
    });
    assert.equal(rotated.status, 200, rotated.text);
    assert.match(rotated.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await instance.call('GET', `/webhooks/outbound/${webhook.id}`);
    assert.deepEqual(
      [webhook.previous_secret_until, shown.body.previous_secret_until],
      [null, rotated.body.previous_secret_until],
    );
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'delivered');
    const { body, headers } = receiver.received[0]!;
    const { secret } = rotated.body;
    const hex = createHmac('sha256', secret).update(body).digest('hex');
    assert.equal(headers['x-service-signature'], hex);
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body.toString()].join('.');
    const standard = [secret, webhook.secret].map((one: string) => {
      const key = Buffer.from(one.slice(6), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    });
    assert.equal(headers['webhook-signature'], standard.join(' '));
    const at = (
      await instance.call('POST', `/webhooks/outbound/${webhook.id}/rotate-secret`, {
        body: { grace_seconds: 0 },
      })
    ).body;
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'delivered', 2);
    assert.equal(String(receiver.received[1]!.headers['webhook-signature']).includes(' '), false);
    assert.notEqual(at.secret, secret);
  });

  test('only events of subscribed types that pass the filters are delivered', async () => {
    const priority = { field: 'incident.priority', operator: 'eq', value: 'P1' };
    const one = await instance.webhook({
      events: ['incident.created', 'incident.resolved'],
      filters: [priority, { field: 'short_description', operator: 'contains', value: 'disk' }],
    });
    await instance.incident({ priority: 'P2', short_description: 'disk full' });
    await instance.incident({ priority: 'P1', short_description: 'mail' });
    const { id } = await instance.incident({ priority: 'P1', short_description: 'disk full' });
    const other = await instance.incident({ priority: 'P1', short_description: 'disk gone' });
    await instance.call('PATCH', `/incidents/${id}`, { body: { state: 'in_progress' } });
    await instance.call('PATCH', `/incidents/${id}`, { body: { state: 'resolved' } });
    await instance.waitForDeliveries(one.webhook.id, 'delivered', 3);
    const got = one.receiver.received.map(
      ({ body }) => `${parse(body).event} ${parse(body).data.id}`,
    );
    assert.deepEqual(
      got.toSorted(),
      [
        `incident.created ${id}`,
        `incident.created ${other.id}`,
        `incident.resolved ${id}`,
      ].toSorted(),
    );
  });

  test('a webhook with a pattern gets the events that it covers, also those that recover sends', async () => {
    const since = new Date().toISOString();
    const all = await instance.webhook({ events: ['*'] });
    const some = await instance.webhook({ events: ['incident.*'] });
    const late = await instance.webhook({ events: ['incident.*'], active: false });
    const { id } = await instance.incident();
    await instance.call('POST', `/incidents/${id}/notes`, {
      body: { body: 'Restarted.', visibility: 'public' },
    });
    const ci = { name: `pattern-${id}`, class: 'server' };
    const { body: made } = await instance.call('POST', '/cmdb/cis', { body: ci });
    const noted = ['incident.created', 'incident.updated', 'incident.note_added'];
    const typesOf = ({ received }: Receiver, record: string): string[] =>
      received
        .map(({ body }) => parse(body))
        .filter(({ data }) => data.id === record)
        .map(({ event }) => event);
    await instance.waitForDeliveries(all.webhook.id, 'delivered', 4);
    await instance.waitForDeliveries(some.webhook.id, 'delivered', 3);
    assert.deepEqual(typesOf(all.receiver, id).toSorted(), noted.toSorted());
    assert.deepEqual(typesOf(all.receiver, made.id), ['ci.created']);
    assert.deepEqual(typesOf(some.receiver, id).toSorted(), noted.toSorted());
    assert.deepEqual(typesOf(some.receiver, made.id), []);
    const path = `/webhooks/outbound/${late.webhook.id}`;
    await instance.call('PATCH', path, { body: { active: true } });
    const recovered = await instance.call('POST', `${path}/recover`, { body: { since } });
    assert.equal(recovered.body.queued, 3);
  });

  test('the timeline of a record shows the deliveries of its events, except to requesters', async () => {
    const { webhook, receiver } = await instance.webhook({
      name: 'Night pager',
      events: ['incident.created', 'incident.resolved'],
    });
    const failing = await instance.webhook({ name: 'Broken', events: ['incident.created'] });
    failing.receiver.respond = respondWith(500);
    const opener = 'opener-of-timeline@example.com';
    const { body: made } = await instance.call('POST', '/incidents', {
      as: 'requester',
      email: opener,
      body: { short_description: 'Timeline of deliveries' },
    });
    await instance.waitForDeliveries(webhook.id, 'delivered', 1);
    await instance.waitForDeliveries(failing.webhook.id, 'failed', 1);
    const path = `/incidents/${made.id}/timeline`;
    const { body } = await instance.call('GET', path);
    const shown = body.data.filter((entry: Json) => entry.kind === 'webhook.delivery');
    const byName = (name: string) =>
      shown.find((entry: Json) => entry.delivery.webhook_name === name);
    const delivered = byName('Night pager');
    assert.deepEqual(delivered.delivery, {
      id: String(receiver.received[0]!.headers['x-service-delivery']),
      webhook_id: webhook.id,
      webhook_name: 'Night pager',
      event: 'incident.created',
      status: 'delivered',
      attempts: 1,
      last_status: 204,
    });
    assert.deepEqual(delivered.record, { type: 'incident', id: made.id });
    assert.equal(delivered.actor, webhook.owner);
    const { status, attempts, last_status } = byName('Broken').delivery;
    assert.deepEqual([status, attempts, last_status], ['failed', 5, 500]);
    assert.equal(body.data.at(-1).kind, 'incident.created');
    // The list is the same when it is read page by page.
    const ids: string[] = [];
    for (let query = '?limit=1'; query !== '';) {
      const page = await instance.call('GET', path + query);
      ids.push(...page.body.data.map((entry: Json) => entry.id));
      query = page.body.next_cursor ? `?limit=1&cursor=${page.body.next_cursor}` : '';
    }
    assert.deepEqual(
      ids,
      body.data.map((entry: Json) => entry.id),
    );
    const own = await instance.call('GET', path, { as: 'requester', email: opener });
    assert.deepEqual(
      own.body.data.map((entry: Json) => entry.kind),
      ['incident.created'],
    );
    const audit = await instance.call('GET', `/audit?record=${made.id}`);
    assert.equal(
      audit.body.data.some((entry: Json) => entry.kind === 'webhook.delivery'),
      false,
    );
  });

  test('a failing receiver gets five attempts with the same bytes on the schedule, then an alert is sent', async () => {
    const email = 'owner-of-failures@example.com';
    const { webhook, receiver } = await instance.webhook({}, { email });
    receiver.respond = respondWith(500, 'no\0pe');
    const { id } = await instance.incident();
    const [failed] = await instance.waitForDeliveries(webhook.id, 'failed');
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '3', '4', '5'],
    );
    assert.equal(new Set(receiver.received.map(({ body }) => body.toString())).size, 1);
    assert.equal(
      new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size,
      1,
    );
    const { body: delivery } = await instance.call('GET', `/webhooks/deliveries/${failed.id}`);
    assert.equal(delivery.attempts.length, 5);
    assert.equal(delivery.attempt_count, 5);
    assert.equal('next_attempt_at' in delivery, false);
    const [first] = delivery.attempts;
    assert.equal(first.status_code, 500);
    assert.equal(
      first.error,
      'The receiver responded 500 Internal Server Error; only a 2xx response confirms receipt.',
    );
    assert.equal(first.response.body, 'no\uFFFDpe');
    assert.equal(first.request.headers['x-service-attempt'], '1');
    assert.equal(delivery.body, receiver.received[0]!.body.toString());
    const gaps = delivery.attempts.slice(1).map((attempt: Json, index: number) => {
      const before = delivery.attempts[index];
      return (
        (Date.parse(attempt.started_at) - Date.parse(before.started_at) - before.duration_ms) / 1000
      );
    });
    for (const [index, minimum] of [0.2, 0.3, 0.4, 0.5].entries()) {
      assert.ok(gaps[index] >= minimum && gaps[index] < minimum + 2, `${gaps}`);
    }
    const { body: list } = await instance.call('GET', '/notifications', { email });
    assert.equal(list.data.length, 1);
    const { id: noticeId, created_at, read_at, ...notice } = list.data[0];
    assert.equal(read_at, null);
    assert.equal(created_at, notice.failed_at);
    assert.deepEqual(notice, {
      type: 'webhook.delivery_failed',
      webhook_id: webhook.id,
      webhook_name: 'Pager',
      delivery_id: failed.id,
      event: 'incident.created',
      attempts: 5,
      last_status: 500,
      last_error: first.error,
      failed_at: delivery.finished_at,
      replay_url: `https://desk.example.com/prod/api/v1/webhooks/deliveries/${failed.id}/replay`,
    });
    const read = await instance.call('POST', `/notifications/${noticeId}/read`, { email });
    assert.ok(read.body.read_at);
    assert.equal((await instance.call('POST', `/notifications/${noticeId}/read`)).status, 404);
    assert.equal(parse(receiver.received[0]!.body).data.id, id);
  });

  test('a delivery that fails once has status retrying, then delivered', async () => {
    const { webhook, receiver } = await instance.webhook();
    receiver.respond = respondWith(503, '', { 'retry-after': '3600' });
    await instance.incident();
    const [waiting] = await instance.waitForDeliveries(webhook.id, 'retrying');
    assert.ok(waiting.next_attempt_at);
    receiver.respond = respondWith(200, 'x'.repeat(40_000));
    const [delivered] = await instance.waitForDeliveries(webhook.id, 'delivered');
    const { body } = await instance.call('GET', `/webhooks/deliveries/${delivered.id}`);
    assert.equal(body.attempts[0].response.headers['retry-after'], '3600');
    const { response } = body.attempts.at(-1);
    assert.deepEqual([response.body.length, response.body_truncated], [16_384, true]);
  });

  test('first attempts of one record arrive in the order of its events, and retries delay no other delivery', async () => {
    const { webhook, receiver } = await instance.webhook({
      events: [
        'incident.created',
        'incident.updated',
        'incident.priority_changed',
        'incident.resolved',
      ],
      timeout_seconds: 30,
    });
    const allWait = Promise.withResolvers<void>();
    receiver.respond = async ({ headers }, response) => {
      // The others are due while the first is under way.
      await allWait.promise;
      const isFirst = headers['x-service-sequence'] === '2' && headers['x-service-attempt'] === '1';
      response.writeHead(isFirst ? 500 : 204).end();
    };
    const { id } = await instance.incident();
    await instance.call('PATCH', `/incidents/${id}`, { body: { state: 'in_progress' } });
    await instance.call('PATCH', `/incidents/${id}`, {
      body: { state: 'resolved', priority: 'P1', category: 'x' },
    });
    await instance.waitForDeliveries(webhook.id, 'pending', 5);
    await until('the first is under way', () => receiver.received.length > 0);
    allWait.resolve();
    await instance.waitForDeliveries(webhook.id, 'delivered', 5);
    const firsts = receiver.received.filter(({ headers }) => headers['x-service-attempt'] === '1');
    assert.deepEqual(
      firsts.map(({ headers }) => headers['x-service-sequence']),
      ['1', '2', '3', '4', '5'],
    );
    const seconds = receiver.received.filter(({ headers }) => headers['x-service-attempt'] === '2');
    assert.deepEqual(
      seconds.map(({ headers }) => headers['x-service-sequence']),
      ['2'],
    );
  });

  /** Counts the hanging requests that had ended when all deliveries of the other webhook were made. */
  const countEndedBeside = async (): Promise<number> => {
    const slow = await instance.webhook({ timeout_seconds: 30 });
    let ended = 0;
    slow.receiver.respond = (_, response) => void response.once('close', () => (ended += 1));
    const good = await instance.webhook();
    await Promise.all(Array.from({ length: 20 }, () => instance.incident()));
    await until('as many hang as may', () => slow.receiver.received.length >= 16);
    await until('the others are received', () => good.receiver.received.length >= 20);
    const endedBefore = ended;
    if (endedBefore === 0) assert.equal(slow.receiver.received.length, 16);
    await instance.waitForDeliveries(good.webhook.id, 'delivered', 20);
    for (const { webhook } of [slow, good])
      await instance.call('DELETE', `/webhooks/outbound/${webhook.id}`);
    await slow.receiver.close();
    return endedBefore;
  };

  test('a receiver that does not respond does not delay another', async () => {
    // A machine that stands still for as long as a request may hang proves nothing, so the test tries again.
    for (let attempt = 0; attempt < 3; attempt += 1) if ((await countEndedBeside()) === 0) return;
    assert.fail('the other deliveries waited for those that hang');
  });

  test('the event log, a stream and a webhook get the same events of random writes on every record type', async (t) => {
    const seed = drawSeed();
    t.diagnostic(`seed ${seed}`);
    const sizes = { writes: 100, writers: 8, seed };
    assertNoFaults(t, await proveSameEvents(instance.running, sizes));
  });

  test('an inactive webhook gets no deliveries, and recover sends the missed events once', async () => {
    const { webhook, receiver } = await instance.webhook({ active: false });
    assert.equal(webhook.status, 'inactive');
    const since = new Date().toISOString();
    const { id } = await instance.incident();
    const watch = await instance.webhook();
    await instance.incident();
    await instance.waitForDeliveries(watch.webhook.id, 'delivered');
    assert.deepEqual(await instance.deliveries(webhook.id), []);
    await instance.call('PATCH', `/webhooks/outbound/${webhook.id}`, { body: { active: true } });
    const path = `/webhooks/outbound/${webhook.id}/recover`;
    const recovered = await instance.call('POST', path, { body: { since } });
    assert.deepEqual([recovered.status, recovered.body], [202, { matched: 2, queued: 2 }]);
    await instance.waitForDeliveries(webhook.id, 'delivered', 2);
    assert.equal(
      receiver.received.some(({ body }) => parse(body).data.id === id),
      true,
    );
    const again = await instance.call('POST', path, { body: { since } });
    assert.deepEqual(again.body, { matched: 2, queued: 0 });
    assert.equal(receiver.received.length, 2);
  });

  test('a replay sends the same bytes in a new delivery, and an unfinished delivery is refused with 409', async () => {
    const { webhook, receiver } = await instance.webhook();
    await instance.incident();
    const [delivery] = await instance.waitForDeliveries(webhook.id, 'delivered');
    const replayed = await instance.call('POST', `/webhooks/deliveries/${delivery.id}/replay`);
    assert.equal(replayed.status, 202, replayed.text);
    assert.deepEqual([replayed.body.replay, replayed.body.status], [1, 'pending']);
    await instance.waitForDeliveries(webhook.id, 'delivered', 2);
    const [first, second] = receiver.received;
    assert.deepEqual(first!.body, second!.body);
    assert.notEqual(first!.headers['x-service-delivery'], second!.headers['x-service-delivery']);
    assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id']);
    receiver.respond = respondWith(500);
    await instance.incident();
    const [waiting] = await instance.waitForDeliveries(webhook.id, 'retrying');
    const refused = await instance.call('POST', `/webhooks/deliveries/${waiting.id}/replay`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'delivery_not_finished']);
  });

  test('the stats of a webhook count the deliveries of a day', async () => {
    const { webhook } = await instance.webhook();
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'delivered');
    const { body } = await instance.call('GET', `/webhooks/outbound/${webhook.id}/stats`, {
      as: 'agent',
    });
    assert.deepEqual(
      [body.deliveries, body.delivered, body.failed, body.success_rate],
      [1, 1, 0, 1],
    );
  });

  test('pending deliveries fail when their webhook is deleted', async () => {
    const { webhook, receiver } = await instance.webhook();
    receiver.respond = respondWith(500);
    await instance.incident();
    const [waiting] = await instance.waitForDeliveries(webhook.id, 'retrying');
    const deleted = await instance.call('DELETE', `/webhooks/outbound/${webhook.id}`);
    assert.deepEqual([deleted.status, deleted.body.deleted], [200, true]);
    const { body } = await instance.call('GET', `/webhooks/deliveries/${waiting.id}`);
    assert.deepEqual([body.status, body.last_error], ['failed', 'The webhook was deleted.']);
    assert.equal((await instance.call('GET', `/webhooks/outbound/${webhook.id}`)).status, 404);
    assert.equal(
      (await instance.call('POST', `/webhooks/deliveries/${waiting.id}/replay`)).status,
      404,
    );
  });

  test('the stored body of a delivery about a deleted incident is hidden from agents, and can be replayed', async () => {
    const { webhook, receiver } = await instance.webhook();
    receiver.respond = (received, response) => response.writeHead(200).end(received.body);
    const { id } = await instance.incident({ short_description: 'Salary of Ada' });
    const [delivery] = await instance.waitForDeliveries(webhook.id, 'delivered');
    const path = `/webhooks/deliveries/${delivery.id}`;
    const { body: shown } = await instance.call('GET', path, { as: 'agent' });
    assert.match(shown.body, /Salary/);
    assert.equal('body_hidden' in shown, false);
    await instance.call('DELETE', `/incidents/${id}`);
    const { body: hidden, text } = await instance.call('GET', path, { as: 'agent' });
    assert.deepEqual(
      [hidden.body, hidden.body_hidden, hidden.record.id, hidden.attempts.length],
      [null, true, id, 1],
    );
    assert.equal(text.includes('Salary'), false, text);
    for (const as of ['super_admin', 'itsm_manager', 'auditor'] as const) {
      const { body } = await instance.call('GET', path, { as });
      assert.deepEqual([body.body, body.attempts[0].response.body], [shown.body, shown.body], as);
    }
    assert.equal((await instance.call('POST', `${path}/replay`)).status, 202);
    await until('the replay', () => receiver.received.length === 2);
    assert.equal(receiver.received[1]?.body.toString(), shown.body);
  });
});
