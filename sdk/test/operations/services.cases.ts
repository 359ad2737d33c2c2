// These cases cover AI, jobs, events, webhooks, notifications and saved views.
import { SignalboxError } from '../../src/index.ts';
import { ABSENT, type Case, type MethodName, unique, type World } from './world.ts';

const since = '2020-01-01T00:00:00Z';
const rows = (count: number) => Array.from({ length: count }, () => ({ short_description: 'x' }));

/** Cancels a job before it has finished; a worker may finish it first. */
async function cancelInTime({ agent }: World): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    const { job_id } = await agent.incidents.bulk({ operation: 'create', records: rows(100) });
    try {
      return await agent.jobs.cancel(job_id);
    } catch (error) {
      if (tries === 5 || !SignalboxError.is(error, 'job_finished')) throw error;
    }
  }
}

async function cancelTooLate({ agent }: World): Promise<unknown> {
  const job = await agent.incidents.bulk({ operation: 'create', records: rows(1) });
  await agent.jobs.wait(job, { timeoutMs: 60_000 });
  return agent.jobs.cancel(job.job_id);
}

export const serviceCases = {
  'ai.ask': {
    ok: ({ agent }) => agent.ai.ask({ question: 'How do I reset my password?' }),
    fails: ({ auditor }) => auditor.ai.ask({ question: 'How?' }),
    code: 'insufficient_role',
  },
  'ai.analyze': {
    ok: async (world) =>
      world.agent.ai.analyze({ record_type: 'incident', record_id: await world.incident() }),
    fails: ({ agent }) => agent.ai.analyze({ record_type: 'incident', record_id: ABSENT }),
    code: 'not_found',
  },
  'ai.findExemplars': {
    ok: ({ agent }) => agent.ai.findExemplars({ description: 'VPN drops', top_k: 3 }),
    fails: ({ agent }) => agent.ai.findExemplars({ description: 'VPN drops', top_k: 21 }),
    code: 'validation_failed',
  },
  'ai.suggest': {
    ok: ({ agent }) => agent.ai.suggest({ text: 'VPN drops', suggest_for: ['category'] }),
    fails: ({ agent }) => agent.ai.suggest({ text: '' }),
    code: 'validation_failed',
  },
  'ai.query': {
    ok: ({ agent }) => agent.ai.query({ query: 'Which open incidents concern checkout?' }),
    fails: ({ requester }) => requester.ai.query({ query: 'Which?' }),
    code: 'insufficient_role',
  },

  'jobs.list': {
    ok: ({ agent }) => agent.jobs.list({ status: ['queued', 'running'] }),
    fails: ({ requester }) => requester.jobs.list(),
    code: 'insufficient_role',
  },
  'jobs.get': {
    ok: async ({ agent }) => {
      const { job_id } = await agent.incidents.bulk({ operation: 'create', records: rows(1) });
      return agent.jobs.get(job_id);
    },
    fails: ({ agent }) => agent.jobs.get(ABSENT),
    code: 'not_found',
  },
  'jobs.cancel': { ok: cancelInTime, fails: cancelTooLate, code: 'job_finished' },

  'events.list': {
    ok: ({ agent }) => agent.events.list({ type: 'incident.created' }),
    fails: ({ agent }) => agent.events.list({ since: 'yesterday' }),
    code: 'validation_failed',
  },
  'events.stream': {
    ok: async (world) => {
      const { promise: connected, resolve: onConnect } = Promise.withResolvers<void>();
      const stream = world.agent.events.stream({ type: 'incident.created' }, { onConnect });
      const events = stream[Symbol.asyncIterator]();
      const first = events.next();
      await connected;
      await world.incidentUnrecorded();
      const { value } = await first;
      await events.return();
      return value;
    },
    fails: ({ agent }) =>
      Array.fromAsync(agent.events.stream({}, { lastEventId: 'of another log' })),
    code: 'stream_gap',
  },
  'presence.put': {
    ok: async (world) =>
      world.agent.presence.put({
        record: { type: 'incident', id: await world.incident() },
        mode: 'editing',
      }),
    fails: ({ agent }) =>
      agent.presence.put({ record: { type: 'incident', id: ABSENT }, mode: 'viewing' }),
    code: 'not_found',
  },
  'audit.list': {
    ok: ({ auditor }) => auditor.audit.list({ since: new Date(0) }),
    fails: ({ agent }) => agent.audit.list(),
    code: 'insufficient_role',
  },
  'signIns.list': {
    ok: ({ auditor }) => auditor.signIns.list({ since: new Date(0) }),
    fails: ({ agent }) => agent.signIns.list(),
    code: 'insufficient_role',
  },

  'webhooks.outbound.list': {
    ok: ({ agent }) => agent.webhooks.outbound.list(),
    fails: ({ requester }) => requester.webhooks.outbound.list(),
    code: 'insufficient_role',
  },
  'webhooks.outbound.create': {
    ok: (world) => world.outbound(),
    fails: ({ manager }) =>
      manager.webhooks.outbound.create({
        name: 'x',
        url: 'http://example.com',
        events: ['incident.created'],
      }),
    code: 'validation_failed',
  },
  'webhooks.outbound.get': {
    ok: async (world) => world.agent.webhooks.outbound.get((await world.outbound()).id),
    fails: ({ agent }) => agent.webhooks.outbound.get(ABSENT),
    code: 'not_found',
  },
  'webhooks.outbound.update': {
    ok: async (world) =>
      world.manager.webhooks.outbound.update((await world.outbound()).id, { active: false }),
    fails: async (world) =>
      world.agent.webhooks.outbound.update((await world.outbound()).id, { active: false }),
    code: 'insufficient_role',
  },
  'webhooks.outbound.delete': {
    ok: async (world) => world.manager.webhooks.outbound.delete((await world.outbound()).id),
    fails: ({ manager }) => manager.webhooks.outbound.delete(ABSENT),
    code: 'not_found',
  },
  'webhooks.outbound.rotateSecret': {
    ok: async (world) =>
      world.manager.webhooks.outbound.rotateSecret((await world.outbound()).id, {}),
    fails: ({ manager }) => manager.webhooks.outbound.rotateSecret(ABSENT, {}),
    code: 'not_found',
  },
  'webhooks.outbound.test': {
    ok: async (world) =>
      world.manager.webhooks.outbound.test((await world.outbound()).id, { event: 'ci.discovered' }),
    fails: ({ manager }) => manager.webhooks.outbound.test(ABSENT),
    code: 'not_found',
  },
  'webhooks.outbound.recover': {
    ok: async (world) =>
      world.manager.webhooks.outbound.recover((await world.outbound()).id, { since }),
    fails: ({ manager }) => manager.webhooks.outbound.recover(ABSENT, { since }),
    code: 'not_found',
  },
  'webhooks.outbound.replay': {
    ok: async (world) => {
      const { webhookId } = await world.delivery('failed');
      return world.manager.webhooks.outbound.replay(webhookId, { status: 'failed', since });
    },
    fails: ({ manager }) => manager.webhooks.outbound.replay(ABSENT, { status: 'failed', since }),
    code: 'not_found',
  },
  'webhooks.outbound.listDeliveries': {
    ok: async (world) =>
      world.manager.webhooks.outbound.listDeliveries((await world.outbound()).id),
    fails: ({ manager }) => manager.webhooks.outbound.listDeliveries(ABSENT),
    code: 'not_found',
  },
  'webhooks.outbound.getStats': {
    ok: async (world) => world.manager.webhooks.outbound.getStats((await world.outbound()).id),
    fails: ({ manager }) => manager.webhooks.outbound.getStats(ABSENT),
    code: 'not_found',
  },
  'webhooks.deliveries.list': {
    ok: ({ manager }) => manager.webhooks.deliveries.list({ status: 'failed' }),
    fails: ({ manager }) => manager.webhooks.deliveries.list({ status: 'lost' as 'failed' }),
    code: 'validation_failed',
  },
  'webhooks.deliveries.get': {
    ok: async (world) =>
      world.manager.webhooks.deliveries.get((await world.delivery('delivered')).id),
    fails: ({ manager }) => manager.webhooks.deliveries.get(ABSENT),
    code: 'not_found',
  },
  'webhooks.deliveries.retry': {
    ok: async (world) => world.manager.webhooks.deliveries.retry(await world.unfinishedDelivery()),
    fails: async (world) =>
      world.manager.webhooks.deliveries.retry((await world.delivery('delivered')).id),
    code: 'delivery_finished',
  },
  'webhooks.deliveries.replay': {
    ok: async (world) =>
      world.manager.webhooks.deliveries.replay((await world.delivery('delivered')).id),
    fails: ({ manager }) => manager.webhooks.deliveries.replay(ABSENT),
    code: 'not_found',
  },

  'webhooks.inbound.listTemplates': {
    ok: ({ manager }) => manager.webhooks.inbound.listTemplates(),
    fails: ({ requester }) => requester.webhooks.inbound.listTemplates(),
    code: 'insufficient_role',
  },
  'webhooks.inbound.list': {
    ok: ({ manager }) => manager.webhooks.inbound.list(),
    fails: ({ requester }) => requester.webhooks.inbound.list(),
    code: 'insufficient_role',
  },
  'webhooks.inbound.create': {
    ok: ({ manager }) => manager.webhooks.inbound.create({ name: 'Probe' }),
    fails: ({ agent }) => agent.webhooks.inbound.create({ name: 'Probe' }),
    code: 'insufficient_role',
  },
  'webhooks.inbound.get': {
    ok: async (world) => world.manager.webhooks.inbound.get(await world.inbound()),
    fails: ({ manager }) => manager.webhooks.inbound.get(ABSENT),
    code: 'not_found',
  },
  'webhooks.inbound.update': {
    ok: async (world) =>
      world.manager.webhooks.inbound.update(await world.inbound(), { active: false }),
    fails: ({ manager }) => manager.webhooks.inbound.update(ABSENT, { active: false }),
    code: 'not_found',
  },
  'webhooks.inbound.delete': {
    ok: async (world) => world.manager.webhooks.inbound.delete(await world.inbound()),
    fails: ({ manager }) => manager.webhooks.inbound.delete(ABSENT),
    code: 'not_found',
  },
  'webhooks.inbound.send': {
    ok: async (world) => world.requester.webhooks.inbound.send(await world.inbound(), { a: 1 }),
    fails: ({ requester }) => requester.webhooks.inbound.send(ABSENT, {}),
    code: 'unauthenticated',
  },
  'webhooks.inbound.rotateSecret': {
    ok: async ({ manager }) => {
      const { id } = await manager.webhooks.inbound.create({ name: 'x', secret_enabled: true });
      return manager.webhooks.inbound.rotateSecret(id ?? '', {});
    },
    fails: ({ manager }) => manager.webhooks.inbound.rotateSecret(ABSENT, {}),
    code: 'not_found',
  },
  'webhooks.inbound.preview': {
    ok: async (world) =>
      world.manager.webhooks.inbound.preview(await world.inbound(), { payload: { service: 'x' } }),
    fails: ({ manager }) => manager.webhooks.inbound.preview(ABSENT, { payload: {} }),
    code: 'not_found',
  },
  'webhooks.inbound.listEvents': {
    ok: async (world) => world.manager.webhooks.inbound.listEvents(await world.inbound()),
    fails: ({ manager }) => manager.webhooks.inbound.listEvents(ABSENT),
    code: 'not_found',
  },
  'webhooks.inbound.getEvent': {
    ok: async (world) => {
      const { id, eventId } = await world.inboundEvent();
      return world.manager.webhooks.inbound.getEvent(id, eventId);
    },
    fails: async (world) => world.manager.webhooks.inbound.getEvent(await world.inbound(), ABSENT),
    code: 'not_found',
  },
  'webhooks.inbound.replayEvent': {
    ok: async (world) => {
      const { id, eventId } = await world.inboundEvent();
      return world.manager.webhooks.inbound.replayEvent(id, eventId);
    },
    fails: async (world) =>
      world.manager.webhooks.inbound.replayEvent(await world.inbound(), ABSENT),
    code: 'not_found',
  },

  'notifications.list': {
    ok: ({ agent }) => agent.notifications.list(),
    fails: ({ agent }) => agent.notifications.list({ limit: -1 }),
    code: 'validation_failed',
  },
  'notifications.readAll': {
    ok: ({ agent }) => agent.notifications.readAll(),
    fails: ({ agent }) => agent.notifications.readAll({ idempotencyKey: 'ä'.repeat(300) }),
    code: 'validation_failed',
  },
  'notifications.read': {
    ok: async (world) => world.agent.notifications.read(await world.notification()),
    fails: ({ agent }) => agent.notifications.read(ABSENT),
    code: 'not_found',
  },
  'notifications.getPreferences': {
    ok: ({ agent }) => agent.notifications.getPreferences(),
    fails: ({ revoked }) => revoked.notifications.getPreferences(),
    code: 'unauthenticated',
  },
  'notifications.updatePreferences': {
    ok: ({ agent }) =>
      agent.notifications.updatePreferences({ email: { 'change.decided': false } }),
    fails: ({ agent }) => agent.notifications.updatePreferences({}),
    code: 'validation_failed',
  },

  'views.list': {
    ok: ({ agent }) => agent.views.list({ list: 'incidents' }),
    fails: ({ agent }) => agent.views.list({ list: 'dreams' as 'incidents' }),
    code: 'validation_failed',
  },
  'views.create': {
    ok: ({ agent }) => agent.views.create({ name: unique('P1'), list: 'incidents' }),
    fails: ({ agent }) =>
      agent.views.create({ name: 'x', list: 'incidents', query: { color: 'red' } }),
    code: 'validation_failed',
  },
  'views.get': {
    ok: async ({ agent }) => {
      const { id } = await agent.views.create({ name: unique('P1'), list: 'incidents' });
      return agent.views.get(id);
    },
    fails: ({ agent }) => agent.views.get(ABSENT),
    code: 'not_found',
  },
  'views.update': {
    ok: async ({ agent }) => {
      const { id } = await agent.views.create({ name: unique('P1'), list: 'incidents' });
      return agent.views.update(id, { name: unique('P2') });
    },
    fails: ({ agent }) => agent.views.update(ABSENT, { name: 'x' }),
    code: 'not_found',
  },
  'views.delete': {
    ok: async ({ agent }) => {
      const { id } = await agent.views.create({ name: unique('P1'), list: 'incidents' });
      return agent.views.delete(id);
    },
    fails: ({ agent }) => agent.views.delete(ABSENT),
    code: 'not_found',
  },
} satisfies Partial<Record<MethodName, Case>>;
