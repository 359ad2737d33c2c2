import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { respondWith } from '../support/receivers.ts';
import { outboundSection } from './outbound.setup.ts';

outboundSection('Health of webhooks, and deliveries across them', (instance) => {
  const get = async (path: string, as?: 'agent') => {
    const reply = await instance.call('GET', path, as ? { as } : {});
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const hour = (time: Date) => `${time.toISOString().slice(0, 13)}:00:00.000Z`;

  test('the health of a webhook is idle, ok or failing, in the record and in the list', async () => {
    const { webhook, receiver } = await instance.webhook();
    const path = `/webhooks/outbound/${webhook.id}`;
    const idle = { status: 'idle', success_share_24h: null, last_failure_at: null };
    assert.deepEqual(webhook.health, idle);
    assert.deepEqual((await get(path)).health, idle);
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'delivered');
    const ok = { status: 'ok', success_share_24h: 1, last_failure_at: null };
    assert.deepEqual((await get(path)).health, ok);
    receiver.respond = respondWith(500);
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'retrying');
    assert.equal((await get(path)).health.status, 'failing', 'before it has failed for good');
    const [failed] = await instance.waitForDeliveries(webhook.id, 'failed');
    const { health } = await get(path);
    assert.deepEqual(health, {
      status: 'failing',
      success_share_24h: 0.5,
      last_failure_at: failed?.finished_at,
    });
    const listed = (await get('/webhooks/outbound?limit=200')).data;
    assert.deepEqual(listed.find((one: Json) => one.id === webhook.id).health, health);
    const same = await instance.call('PATCH', path, {
      body: { name: 'Other', health: ok },
    });
    assert.equal(same.status, 200, 'health of an earlier response is accepted');
    assert.deepEqual(same.body.health, health);
  });

  test('the stats of a webhook have an hourly series without gaps', async () => {
    const { webhook, receiver } = await instance.webhook();
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'delivered');
    receiver.respond = respondWith(500);
    await instance.incident();
    await instance.waitForDeliveries(webhook.id, 'failed');
    const path = `/webhooks/outbound/${webhook.id}/stats`;
    assert.equal((await get(path)).series, undefined);
    const day = await get(`${path}?interval=hour`);
    assert.ok(day.series.length >= 24 && day.series.length <= 26, `${day.series.length}`);
    const from = new Date(Date.now() - 3 * 3_600_000);
    const { series, ...rest } = await get(`${path}?interval=hour&from=${from.toISOString()}`);
    assert.deepEqual([rest.from, rest.interval, series[0].at], [hour(from), 'hour', hour(from)]);
    const sum = (name: string) => series.reduce((all: number, one: Json) => all + one[name], 0);
    assert.deepEqual([sum('delivered'), sum('failed')], [1, 1]);
    assert.deepEqual([series[0].p50_ms, series[0].delivered], [null, 0]);
    const last = series.findLast((one: Json) => one.failed === 1);
    assert.ok(last.p50_ms >= 0 && last.p95_ms >= last.p50_ms);
    const early = await instance.call('GET', `${path}?interval=hour&from=2020-01-01T00:00:00Z`);
    assert.deepEqual([early.status, faultsOf(early)], [400, ['/from too_small']]);
    assert.equal((await instance.call('GET', `${path}?interval=day`)).status, 400);
  });

  test('deliveries are listed across webhooks with filters, and their URL only for managers', async () => {
    const [one, two] = [await instance.webhook(), await instance.webhook()];
    two.receiver.respond = respondWith(500);
    const { id } = await instance.incident();
    await instance.waitForDeliveries(one.webhook.id, 'delivered');
    await instance.waitForDeliveries(two.webhook.id, 'failed');
    const of = async (query: string, as?: 'agent') =>
      (await get(`/webhooks/deliveries?record=${id}${query}`, as)).data;
    const both = `&webhook_id=${one.webhook.id},${two.webhook.id}`;
    const ids = (list: Json[]) => new Set(list.map((delivery) => delivery.webhook_id));
    assert.deepEqual(ids(await of(both)), new Set([one.webhook.id, two.webhook.id]));
    assert.deepEqual(ids(await of(`${both}&status=failed`)), new Set([two.webhook.id]));
    assert.deepEqual(await of(`${both}&event=change.submitted`), []);
    assert.deepEqual(await of(`${both}&since=2100-01-01T00:00:00Z`), []);
    const [single] = await of(`&webhook_id=${two.webhook.id}`);
    assert.deepEqual((await instance.deliveries(two.webhook.id))[0], single);
    const [seen] = await of(`&webhook_id=${two.webhook.id}`, 'agent');
    assert.deepEqual(seen, single, 'an error without a URL');
    const refused = await instance.call('GET', '/webhooks/deliveries', { as: 'requester' });
    assert.equal(refused.status, 403);
  });

  test('a job replays failed deliveries', async () => {
    const { webhook, receiver } = await instance.webhook();
    receiver.respond = respondWith(500);
    for (let n = 0; n < 3; n += 1) await instance.incident();
    const failed = await instance.waitForDeliveries(webhook.id, 'failed', 3);
    receiver.respond = respondWith(204);
    const replay = (body: Json, as?: 'agent') =>
      instance.call('POST', `/webhooks/outbound/${webhook.id}/replay`, {
        ...(as && { as }),
        body: { status: 'failed', since: '2020-01-01T00:00:00Z', ...body },
      });
    assert.equal((await replay({}, 'agent')).status, 403);
    assert.equal((await replay({ event: 'incident.resolved' })).status, 400, 'none matches');
    assert.equal((await replay({ until: '2021-01-01T00:00:00Z' })).status, 400);
    assert.equal((await replay({ status: 'pending' })).status, 400);
    const accepted = await replay({ event: 'incident.created' });
    assert.deepEqual([accepted.status, accepted.body.total], [202, 3], accepted.text);
    const job = await until('the job ends', async () => {
      const now = await get(`/jobs/${accepted.body.job_id}`);
      return now.finished_at !== null && now;
    });
    assert.deepEqual([job.type, job.operation, job.succeeded], ['deliveries', 'replay', 3]);
    const delivered = await instance.waitForDeliveries(webhook.id, 'delivered', 3);
    assert.deepEqual(
      new Set(delivered.map((one) => one.id)),
      new Set(job.results.map((row: Json) => row.id)),
    );
    assert.deepEqual(
      new Set(delivered.map((one) => one.event_id)),
      new Set(failed.map((one) => one.event_id)),
    );
    const audit = await get(`/audit?record=${webhook.id}&kind=outbound_webhook.delivery_replayed`);
    assert.equal(audit.data.length, 3);
  });
});
