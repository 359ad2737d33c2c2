// These cases cover incidents, service requests, changes, configuration items and articles.
import { ABSENT, attachments, type Case, type MethodName, unique } from './world.ts';

const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

export const recordCases = {
  'incidents.list': {
    ok: ({ agent }) => agent.incidents.list({ state: ['new'], sort: 'priority' }),
    fails: ({ agent }) => agent.incidents.list({ limit: 0 }),
    code: 'validation_failed',
  },
  'incidents.create': {
    ok: ({ agent }) => agent.incidents.create({ short_description: 'x', impact: null }),
    fails: ({ auditor }) => auditor.incidents.create({ short_description: 'x' }),
    code: 'insufficient_role',
  },
  'incidents.count': {
    ok: ({ agent }) => agent.incidents.count({ by: ['state', 'priority'] }),
    fails: ({ agent }) => agent.incidents.count({ by: 'color' as 'state' }),
    code: 'validation_failed',
  },
  'incidents.getStats': {
    ok: ({ agent }) => agent.incidents.getStats({ interval: 'week', priority: ['P1', 'P2'] }),
    fails: ({ requester }) => requester.incidents.getStats(),
    code: 'insufficient_role',
  },
  'incidents.get': {
    ok: async (world) => world.manager.incidents.get(await world.incident()),
    fails: ({ agent }) => agent.incidents.get(ABSENT),
    code: 'not_found',
  },
  'incidents.update': {
    ok: async (world) => world.agent.incidents.update(await world.incident(), { priority: 'P1' }),
    fails: async (world) =>
      world.agent.incidents.update(await world.incident(), { state: 'closed' }),
    code: 'invalid_transition',
  },
  'incidents.delete': {
    ok: async (world) => world.manager.incidents.delete(await world.incident()),
    fails: async (world) => world.agent.incidents.delete(await world.incident()),
    code: 'insufficient_role',
  },
  'incidents.restore': {
    ok: async (world) => {
      const id = await world.incident();
      await world.manager.incidents.delete(id);
      return world.manager.incidents.restore(id);
    },
    fails: ({ manager }) => manager.incidents.restore(ABSENT),
    code: 'not_found',
  },
  'incidents.confirm': {
    ok: async (world) => {
      const id = await world.incident();
      await world.agent.incidents.resolve(id, { resolution: 'Restarted.' });
      return world.agent.incidents.confirm(id);
    },
    fails: async (world) => world.agent.incidents.confirm(await world.incident()),
    code: 'invalid_transition',
  },
  'incidents.resolve': {
    ok: async (world) =>
      world.agent.incidents.resolve(await world.incident(), { resolution: 'Restarted.' }),
    fails: async (world) => {
      const id = await world.incident();
      await world.agent.incidents.resolve(id, { resolution: 'Restarted.' });
      return world.agent.incidents.resolve(id, { resolution: 'Restarted.' });
    },
    code: 'invalid_transition',
  },
  'incidents.merge': {
    ok: async (world) =>
      world.agent.incidents.merge(await world.incident(), { into: await world.incident() }),
    fails: async (world) => {
      const [leader, id] = [await world.incident(), await world.incident()];
      await world.agent.incidents.merge(id, { into: leader });
      return world.agent.incidents.merge(leader, { into: id });
    },
    code: 'cannot_merge',
  },
  'incidents.unmerge': {
    ok: async (world) => {
      const id = await world.incident();
      await world.agent.incidents.merge(id, { into: await world.incident() });
      return world.agent.incidents.unmerge(id);
    },
    fails: ({ agent }) => agent.incidents.unmerge(ABSENT),
    code: 'not_found',
  },
  'incidents.listDuplicates': {
    ok: async (world) => world.agent.incidents.listDuplicates(await world.incident()),
    fails: ({ agent }) => agent.incidents.listDuplicates(ABSENT),
    code: 'not_found',
  },
  'incidents.listNotes': {
    ok: async (world) => world.agent.incidents.listNotes(await world.incident()),
    fails: ({ agent }) => agent.incidents.listNotes(ABSENT),
    code: 'not_found',
  },
  'incidents.addNote': {
    ok: async (world) => world.agent.incidents.addNote(await world.incident(), { body: 'x' }),
    fails: async (world) => world.agent.incidents.addNote(await world.incident(), { body: '' }),
    code: 'validation_failed',
  },
  'incidents.downloadAttachment': {
    ok: async (world) => {
      const id = await world.incident();
      const note = await world.agent.incidents.addNote(id, { body: 'x', attachments });
      const [file] = note.attachments;
      return world.agent.incidents.downloadAttachment(id, note.id, file?.id ?? '');
    },
    fails: ({ agent }) => agent.incidents.downloadAttachment(ABSENT, ABSENT, ABSENT),
    code: 'not_found',
  },
  'incidents.listTimeline': {
    ok: async (world) => world.agent.incidents.listTimeline(await world.incident()),
    fails: ({ agent }) => agent.incidents.listTimeline(ABSENT),
    code: 'not_found',
  },
  'incidents.getSla': {
    ok: async (world) => world.agent.incidents.getSla(await world.incident()),
    fails: ({ agent }) => agent.incidents.getSla(ABSENT),
    code: 'not_found',
  },
  'incidents.bulk': {
    ok: ({ agent }) =>
      agent.incidents.bulk({ operation: 'create', records: [{ short_description: 'x' }] }),
    fails: ({ agent }) => agent.incidents.bulk({ operation: 'create', records: [] }),
    code: 'validation_failed',
  },

  'serviceRequests.list': {
    ok: ({ requester }) => requester.serviceRequests.list({ state: 'submitted' }),
    fails: ({ requester }) => requester.serviceRequests.list({ state: 'lost' as 'submitted' }),
    code: 'validation_failed',
  },
  'serviceRequests.getSla': {
    ok: async (world) => world.requester.serviceRequests.getSla(await world.serviceRequest()),
    fails: ({ agent }) => agent.serviceRequests.getSla(ABSENT),
    code: 'not_found',
  },
  'serviceRequests.create': {
    ok: ({ requester }) => requester.serviceRequests.create({ short_description: 'Laptop' }),
    fails: ({ auditor }) => auditor.serviceRequests.create({ short_description: 'Laptop' }),
    code: 'insufficient_role',
  },
  'serviceRequests.get': {
    ok: async (world) => world.requester.serviceRequests.get(await world.serviceRequest()),
    fails: ({ requester }) => requester.serviceRequests.get(ABSENT),
    code: 'not_found',
  },
  'serviceRequests.update': {
    ok: async (world) =>
      world.agent.serviceRequests.update(await world.serviceRequest(), { item: 'Laptop' }),
    fails: async (world) =>
      world.agent.serviceRequests.update(
        await world.serviceRequest(),
        { item: 'Laptop' },
        { ifMatch: 999 },
      ),
    code: 'version_mismatch',
  },
  'serviceRequests.approve': {
    ok: async (world) =>
      world.manager.serviceRequests.approve(await world.serviceRequest(), { comment: 'Fine.' }),
    fails: async ({ manager }) => {
      const { id } = await manager.serviceRequests.create({ short_description: 'x' });
      return manager.serviceRequests.approve(id);
    },
    code: 'self_approval',
  },
  'serviceRequests.reject': {
    ok: async (world) => world.manager.serviceRequests.reject(await world.serviceRequest()),
    fails: async (world) => world.agent.serviceRequests.reject(await world.serviceRequest()),
    code: 'insufficient_role',
  },
  'serviceRequests.fulfil': {
    ok: async (world) => {
      const id = await world.serviceRequest();
      await world.manager.serviceRequests.approve(id);
      return world.agent.serviceRequests.fulfil(id);
    },
    fails: async (world) => world.agent.serviceRequests.fulfil(await world.serviceRequest()),
    code: 'invalid_transition',
  },
  'serviceRequests.cancel': {
    ok: async (world) => world.requester.serviceRequests.cancel(await world.serviceRequest()),
    fails: ({ requester }) => requester.serviceRequests.cancel(ABSENT),
    code: 'not_found',
  },
  'serviceRequests.listNotes': {
    ok: async (world) => world.agent.serviceRequests.listNotes(await world.serviceRequest()),
    fails: ({ agent }) => agent.serviceRequests.listNotes(ABSENT),
    code: 'not_found',
  },
  'serviceRequests.addNote': {
    ok: async (world) =>
      world.agent.serviceRequests.addNote(await world.serviceRequest(), { body: 'x' }),
    fails: ({ agent }) => agent.serviceRequests.addNote(ABSENT, { body: 'x' }),
    code: 'not_found',
  },
  'serviceRequests.downloadAttachment': {
    ok: async ({ agent, serviceRequest }) => {
      const id = await serviceRequest();
      const note = await agent.serviceRequests.addNote(id, { body: 'x', attachments });
      const [file] = note.attachments;
      return agent.serviceRequests.downloadAttachment(id, note.id, file?.id ?? '');
    },
    fails: ({ agent }) => agent.serviceRequests.downloadAttachment(ABSENT, ABSENT, ABSENT),
    code: 'not_found',
  },
  'serviceRequests.listTimeline': {
    ok: async (world) => world.agent.serviceRequests.listTimeline(await world.serviceRequest()),
    fails: ({ agent }) => agent.serviceRequests.listTimeline(ABSENT),
    code: 'not_found',
  },

  'cis.list': {
    ok: ({ agent }) => agent.cis.list({ status: 'operational' }),
    fails: ({ requester }) => requester.cis.list(),
    code: 'insufficient_role',
  },
  'cis.create': {
    ok: ({ agent }) => agent.cis.create({ name: unique('web'), class: 'server' }),
    fails: async ({ agent }) => {
      const ci = { name: unique('web'), class: 'server' };
      await agent.cis.create(ci);
      return agent.cis.create(ci);
    },
    code: 'identity_conflict',
  },
  'cis.get': {
    ok: async (world) => world.agent.cis.get(await world.ci()),
    fails: ({ agent }) => agent.cis.get(ABSENT),
    code: 'not_found',
  },
  'cis.update': {
    ok: async (world) => world.agent.cis.update(await world.ci(), { status: 'maintenance' }),
    fails: async (world) => world.agent.cis.update(await world.ci(), {}),
    code: 'validation_failed',
  },
  'cis.listTimeline': {
    ok: async (world) => world.agent.cis.listTimeline(await world.ci()),
    fails: ({ agent }) => agent.cis.listTimeline(ABSENT),
    code: 'not_found',
  },
  'cis.bulk': {
    ok: ({ agent }) =>
      agent.cis.bulk({
        operation: 'discover',
        records: [{ name: unique('web'), class: 'server' }],
      }),
    fails: ({ requester }) =>
      requester.cis.bulk({ operation: 'create', records: [{ name: 'x', class: 'server' }] }),
    code: 'insufficient_role',
  },
  'cis.getImpact': {
    ok: async (world) => world.agent.cis.getImpact(await world.ci(), { depth: 2 }),
    fails: async (world) => world.agent.cis.getImpact(await world.ci(), { depth: 7 }),
    code: 'validation_failed',
  },

  'changes.list': {
    ok: ({ agent }) => agent.changes.list({ risk: ['high', 'medium'] }),
    fails: ({ requester }) => requester.changes.list(),
    code: 'insufficient_role',
  },
  'changes.create': {
    ok: ({ agent }) => agent.changes.create({ short_description: 'x', state: 'draft' }),
    fails: ({ agent }) => agent.changes.create({ short_description: ' ' }),
    code: 'validation_failed',
  },
  'changes.getCalendar': {
    ok: ({ agent }) => agent.changes.getCalendar({ from: hour(0), to: hour(24) }),
    fails: ({ agent }) => agent.changes.getCalendar({ from: hour(24), to: hour(0) }),
    code: 'validation_failed',
  },
  'changes.get': {
    ok: async (world) => world.agent.changes.get(await world.change()),
    fails: ({ agent }) => agent.changes.get(ABSENT),
    code: 'not_found',
  },
  'changes.update': {
    ok: async (world) => world.agent.changes.update(await world.change(), { risk: 'low' }),
    fails: async (world) => world.agent.changes.update(await world.change(), { state: 'closed' }),
    code: 'invalid_transition',
  },
  'changes.submit': {
    ok: async (world) => world.agent.changes.submit(await world.change('draft')),
    fails: ({ agent }) => agent.changes.submit(ABSENT),
    code: 'not_found',
  },
  'changes.approve': {
    ok: async (world) => world.manager.changes.approve(await world.change()),
    fails: async (world) => world.agent.changes.approve(await world.change()),
    code: 'insufficient_role',
  },
  'changes.reject': {
    ok: async (world) => world.manager.changes.reject(await world.change(), { comment: 'No.' }),
    fails: async (world) => world.manager.changes.reject(await world.change('draft')),
    code: 'invalid_transition',
  },
  'changes.listNotes': {
    ok: async (world) => world.agent.changes.listNotes(await world.change()),
    fails: ({ agent }) => agent.changes.listNotes(ABSENT),
    code: 'not_found',
  },
  'changes.addNote': {
    ok: async (world) => world.agent.changes.addNote(await world.change(), { body: 'x' }),
    fails: ({ agent }) => agent.changes.addNote(ABSENT, { body: 'x' }),
    code: 'not_found',
  },
  'changes.downloadAttachment': {
    ok: async ({ agent, change }) => {
      const id = await change();
      const note = await agent.changes.addNote(id, { body: 'x', attachments });
      const [file] = note.attachments;
      return agent.changes.downloadAttachment(id, note.id, file?.id ?? '');
    },
    fails: ({ agent }) => agent.changes.downloadAttachment(ABSENT, ABSENT, ABSENT),
    code: 'not_found',
  },
  'changes.listTimeline': {
    ok: async (world) => world.agent.changes.listTimeline(await world.change()),
    fails: ({ agent }) => agent.changes.listTimeline(ABSENT),
    code: 'not_found',
  },

  'articles.list': {
    ok: ({ agent }) => agent.articles.list({ q: 'vpn' }),
    fails: ({ agent }) => agent.articles.list({ cursor: 'forged' }),
    code: 'invalid_cursor',
  },
  'articles.create': {
    ok: ({ agent }) => agent.articles.create({ title: 'x', body: 'x' }),
    fails: ({ requester }) => requester.articles.create({ title: 'x', body: 'x' }),
    code: 'insufficient_role',
  },
  'articles.get': {
    ok: async (world) => world.agent.articles.get(await world.article()),
    fails: async (world) => world.requester.articles.get(await world.article()),
    code: 'not_found',
  },
  'articles.update': {
    ok: async (world) => world.agent.articles.update(await world.article(), { title: 'y' }),
    fails: async (world) =>
      world.agent.articles.update(await world.article(), { state: 'retired' }),
    code: 'invalid_transition',
  },
  'articles.delete': {
    ok: async (world) => world.manager.articles.delete(await world.article()),
    fails: ({ manager }) => manager.articles.delete(ABSENT),
    code: 'not_found',
  },
  'articles.restore': {
    ok: async (world) => {
      const id = await world.article();
      await world.manager.articles.delete(id);
      return world.manager.articles.restore(id);
    },
    fails: async (world) => world.agent.articles.restore(await world.article()),
    code: 'insufficient_role',
  },
  'articles.publish': {
    ok: (world) => world.publishedArticle(),
    fails: async (world) => world.agent.articles.publish(await world.article()),
    code: 'insufficient_role',
  },
  'articles.sendBack': {
    ok: async (world) => {
      const id = await world.article();
      await world.agent.articles.update(id, { state: 'review' });
      return world.manager.articles.sendBack(id, { comment: 'Too short.' });
    },
    fails: async (world) =>
      world.manager.articles.sendBack(await world.article(), { comment: 'Too short.' }),
    code: 'invalid_transition',
  },
  'articles.retire': {
    ok: async (world) => world.manager.articles.retire((await world.publishedArticle()).id),
    fails: async (world) => world.manager.articles.retire(await world.article()),
    code: 'invalid_transition',
  },
  'articles.discardRevision': {
    ok: async (world) => {
      const { id } = await world.publishedArticle();
      await world.agent.articles.update(id, { title: 'Pending' });
      return world.agent.articles.discardRevision(id);
    },
    fails: async (world) =>
      world.agent.articles.discardRevision((await world.publishedArticle()).id),
    code: 'no_pending_revision',
  },
  'articles.vote': {
    ok: async (world) =>
      world.agent.articles.vote((await world.publishedArticle()).id, { helpful: true }),
    fails: async (world) => world.agent.articles.vote(await world.article(), { helpful: true }),
    code: 'not_published',
  },
  'articles.listVersions': {
    ok: async (world) => world.agent.articles.listVersions((await world.publishedArticle()).id),
    fails: ({ agent }) => agent.articles.listVersions(ABSENT),
    code: 'not_found',
  },
  'articles.getVersion': {
    ok: async ({ agent, ...world }) => {
      const id = await world.article();
      const { data } = await agent.articles.listVersions(id);
      return agent.articles.getVersion(id, data[0]?.version ?? 0);
    },
    fails: async (world) => world.agent.articles.getVersion(await world.article(), 999),
    code: 'not_found',
  },
  'articles.listTimeline': {
    ok: async (world) => world.agent.articles.listTimeline(await world.article()),
    fails: ({ agent }) => agent.articles.listTimeline(ABSENT),
    code: 'not_found',
  },
} satisfies Partial<Record<MethodName, Case>>;
