// A duplicate is merged into its leader and unmerged, notes reach the leader's timeline, and duplicates follow their leader.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { faultsOf, type Json, type RequestOptions } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { startWorker } from '../../src/worker.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();
const ANNA = { as: 'requester', email: 'anna.berg@example.com' } as const;
const BEN = { as: 'requester', email: 'ben.ode@example.com' } as const;
const agent = { as: 'agent' } as const;

/** These change with every write. */
/** The targets follow from the clock. */
const withoutTimes = ({
  version,
  updated_at,
  sla,
  sla_targets,
  sla_breach_at,
  ...rest
}: Json): Json => rest;

section(
  'Merging',
  (instance) => {
    let worker: Awaited<ReturnType<typeof startWorker>>;
    before(async () => {
      worker = await startWorker(instance.running.deps);
    });
    after(() => worker.stop());

    const read = async (id: string, as: RequestOptions = agent): Promise<Json> =>
      (await instance.call('GET', `/incidents/${id}`, as)).body;
    const merge = (id: string, into: string, more: RequestOptions & { note?: string } = {}) => {
      const { note, ...options } = more;
      const body = { into, ...(note && { note }) };
      return instance.call('POST', `/incidents/${id}/merge`, { ...agent, body, ...options });
    };
    const unmerge = (id: string, options: RequestOptions = {}) =>
      instance.call('POST', `/incidents/${id}/unmerge`, { ...agent, ...options });
    const must = async (reply: Promise<{ status: number; text: string; body: Json }>) => {
      const { status, text, body } = await reply;
      assert.ok(status < 300, text);
      return body;
    };
    const note = (id: string, body: Json, as: RequestOptions = agent) =>
      must(instance.call('POST', `/incidents/${id}/notes`, { ...as, body }));
    const timeline = async (id: string, as: RequestOptions = agent): Promise<Json[]> =>
      (await must(instance.call('GET', `/incidents/${id}/timeline`, as))).data;
    const jobOf = (id: string) =>
      until(`job ${id} ends`, async () => {
        const { body } = await instance.call('GET', `/jobs/${id}`);
        return body.finished_at !== null && body;
      });
    /** Returns a leader with duplicates of these people. */
    const group = async (...requesters: (string | null)[]) => {
      const leader = await instance.incident({ requester: null }, agent);
      const duplicates: Json[] = [];
      for (const requester of requesters) {
        const { id } = await instance.incident({ requester }, agent);
        duplicates.push(await must(merge(id, leader.id)));
      }
      return { leader, duplicates };
    };

    test('a duplicate keeps its state while its clock is paused, and unmerging leaves it as it was', async () => {
      const leader = await instance.incident();
      const { id } = await instance.incident();
      await instance.walk(id, 'in_progress');
      const first = await read(id);
      clock.forward(600);
      const merged = await must(merge(id, leader.id));
      assert.deepEqual(withoutTimes(merged), {
        ...withoutTimes(first),
        merged_into: leader.id,
        allowed_transitions: [],
      });
      assert.deepEqual([merged.sla.state, merged.sla.elapsed_seconds], ['paused', 600]);
      const linksOf = async (one: string) =>
        (await must(instance.call('GET', `/incidents/${one}/links`))).data.map((link: Json) => [
          link.kind,
          link.direction,
          link.record.id,
          link.field,
        ]);
      const field = 'merged_into';
      assert.deepEqual(await linksOf(id), [['duplicate_of', 'out', leader.id, field]]);
      assert.deepEqual(await linksOf(leader.id), [['duplicate_of', 'in', id, field]]);
      clock.forward(1000);
      const { sla, segments } = (await instance.call('GET', `/incidents/${id}/sla`)).body;
      assert.deepEqual(
        segments.map((one: Json) => [one.state, one.seconds]),
        [
          ['running', 600],
          ['paused', 1000],
        ],
      );
      assert.deepEqual([sla.state, sla.paused_seconds], ['paused', 1000]);
      const back = await must(unmerge(id));
      assert.deepEqual(withoutTimes(back), withoutTimes(first));
      assert.deepEqual(
        [back.version, back.sla.state, back.sla.paused_seconds],
        [first.version + 2, 'running', 1000],
      );
      assert.equal(Date.parse(back.sla_breach_at), Date.parse(first.sla_breach_at) + 1_000_000);
      assert.equal((await read(leader.id)).version, 1, 'the leader is not written');
    });

    test('the thresholds of a paused duplicate do not fire, and those of an unmerged one do', async () => {
      const { leader, duplicates } = await group(null);
      const [{ id }] = duplicates;
      clock.forward(100 * 86_400);
      const kinds = async () =>
        (await instance.events(id))
          .map(({ type }) => type)
          .filter((type) => type.startsWith('sla'));
      await note(id, { body: 'Seen.' });
      assert.deepEqual(await kinds(), []);
      await must(unmerge(id));
      clock.forward(100 * 86_400);
      await note(id, { body: 'Seen again.' });
      assert.deepEqual(await kinds(), ['sla.breach_warning', 'sla.breached']);
      assert.ok(leader.id);
    });

    test('updates of a duplicate are refused with its leader, and notes are stored', async () => {
      const { leader, duplicates } = await group('anna.berg@example.com');
      const [{ id }] = duplicates;
      const requests: [string, string, Json?][] = [
        ['PATCH', '', { category: 'mail' }],
        ['POST', '/resolve', { resolution: 'Restarted.' }],
        ['POST', '/confirm'],
        ['DELETE', ''],
      ];
      const first = await read(id);
      for (const [method, path, body] of requests) {
        const as = { as: 'itsm_manager', ...(body && { body }) } as const;
        const reply = await instance.call(method, `/incidents/${id}${path}`, as);
        assert.deepEqual(
          [reply.status, reply.body.code, reply.body.merged_into],
          [409, 'merged', leader.id],
          `${method} ${path}`,
        );
      }
      assert.deepEqual(withoutTimes(await read(id)), withoutTimes(first));
      const cancelled = await instance.patch(id, { state: 'cancelled' }, ANNA);
      assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'merged']);
      assert.doesNotMatch(cancelled.text, new RegExp(leader.id), 'Anna may not read the leader');
      assert.equal((await note(id, { body: 'Still broken.' }, ANNA)).incident_id, id);
      assert.equal((await read(id)).work_notes_count, 1);
      const { status, body } = await instance.call('DELETE', `/incidents/${leader.id}`, {
        as: 'itsm_manager',
      });
      assert.deepEqual([status, body.code, body.duplicates], [409, 'has_duplicates', 1]);
    });

    test('a reply to a duplicate moves no state, and notifies the people who work on the leader', async () => {
      const { leader, duplicates } = await group('anna.berg@example.com');
      const [{ id }] = duplicates;
      await must(unmerge(id));
      await instance.walk(id, 'in_progress');
      await must(instance.patch(id, { state: 'on_hold', on_hold_reason: 'awaiting_caller' }));
      await must(instance.patch(leader.id, { assigned_to: 'agent@example.com' }));
      await must(merge(id, leader.id));
      await note(id, { body: 'It is the blue one.' }, ANNA);
      assert.equal((await read(id)).state, 'on_hold');
      const rows = await instance.running.sql(
        `select recipient from notifications where type = 'incident.replied' and subject = $1`,
        [id],
      );
      assert.deepEqual(rows, [{ recipient: 'agent@example.com' }]);
    });

    test('merging into a duplicate leads on to its leader, and the duplicates of a merged leader follow', async () => {
      const { leader, duplicates } = await group(null, null);
      const [one] = duplicates;
      const late = await instance.incident();
      assert.equal((await must(merge(late.id, one.id))).merged_into, leader.id);
      assert.equal((await must(merge(late.id, leader.id))).version, 2, 'a repetition');
      const again = await merge(late.id, (await instance.incident()).id);
      assert.deepEqual([again.status, again.body.merged_into], [409, leader.id]);

      const top = await instance.incident();
      await must(merge(leader.id, top.id, { note: 'One outage.' }));
      for (const { id } of [...duplicates, late, leader])
        assert.equal((await read(id)).merged_into, top.id);
      const [entry] = await timeline(one.id);
      assert.deepEqual(
        [entry.cause, entry.changes],
        [{ kind: 'leader_merged' }, { merged_into: { from: leader.id, to: top.id } }],
      );
      const [ofLeader] = await timeline(leader.id);
      assert.equal(ofLeader.note.body, 'One outage.');
    });

    test('an incident is not merged into itself, its duplicate, an ended one, or one that is not there', async () => {
      const { leader, duplicates } = await group(null);
      const self = await merge(leader.id, leader.id);
      assert.deepEqual([self.status, faultsOf(self)], [400, ['/into not_allowed']]);
      const { body: cycle } = await merge(leader.id, duplicates[0].id);
      assert.equal(cycle.code, 'cannot_merge');
      const ended = await instance.incident();
      await instance.walk(ended.id, 'cancelled');
      const { body } = await merge(leader.id, ended.id);
      assert.deepEqual([body.code, /cancelled/.test(body.detail)], ['cannot_merge', true]);
      assert.equal((await merge(leader.id, 'INC0ZZZZZZ')).status, 404);
      const stale = await merge(leader.id, (await instance.incident()).id, {
        headers: { 'if-match': '"7"' },
      });
      assert.equal(stale.status, 412);
      assert.equal((await merge(leader.id, ended.id, { as: 'requester' })).status, 403);
    });

    test('concurrent merges in both directions leave one leader', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [a, b, c] = [
          (await instance.incident()).id,
          (await instance.incident()).id,
          (await instance.incident()).id,
        ];
        const replies = await Promise.all([merge(a, b), merge(b, c), merge(c, a), merge(b, a)]);
        for (const { status, text } of replies) assert.ok([200, 409].includes(status), text);
        const rows = await Promise.all([a, b, c].map((id) => read(id)));
        const leaders = rows.filter((row) => row.merged_into === undefined);
        const named = new Set(rows.flatMap((row) => row.merged_into ?? []));
        assert.ok(leaders.length > 0);
        for (const name of named) assert.ok(leaders.some(({ id }) => id === name));
      }
    });

    test('without=merged_into leaves duplicates out of lists, totals and counts, with any filter', async () => {
      const category = 'merging lists';
      const incidents: Json[] = [];
      for (const priority of ['P1', 'P2', 'P2', 'P3', 'P3'])
        incidents.push(await instance.incident({ category, priority }));
      const [a, b, c, d] = incidents.map(({ id }) => id);
      await must(merge(b, a));
      await must(merge(d, c));
      const queries = [
        `category=${category}`,
        `category=${category}&priority=P2,P3`,
        `category=${category}&state=new&sort=updated_at`,
        `category=${category}&sort=sla_breach_at`,
        `category=${category}&created_after=2026-01-01T00:00:00Z`,
        `category=${category}&without=merged_into,assigned_to`,
        `category=${category}&sla=paused`,
        `opened_by=super_admin@example.com&category=${category}`,
      ];
      for (const query of queries) {
        const all = await must(instance.call('GET', `/incidents?${query}`));
        const filter = query.includes('without') ? query : `${query}&without=merged_into`;
        const { body } = await instance.call('GET', `/incidents?${filter}`);
        const isLeader = ({ id }: Json) => ![b, d].includes(id);
        const expected = all.data.filter(isLeader);
        assert.deepEqual(
          body.data.map(({ id }: Json) => id),
          expected.map(({ id }: Json) => id),
          query,
        );
        assert.equal(body.total, body.data.length, query);
      }
      const counts = await must(
        instance.call(
          'GET',
          `/incidents/counts?by=priority,state,category&category=${category}&without=merged_into`,
        ),
      );
      assert.deepEqual(
        [counts.total, counts.by.priority, counts.by.state, counts.by.category],
        [
          3,
          [
            { value: 'P1', count: 1 },
            { value: 'P2', count: 1 },
            { value: 'P3', count: 1 },
          ],
          [{ value: 'new', count: 3 }],
          [{ value: category, count: 3 }],
        ],
      );
      const paused = await must(
        instance.call('GET', `/incidents?category=${category}&sla=paused&fields=id,sla`),
      );
      assert.deepEqual(paused.data.map(({ id, sla }: Json) => [id, sla.state]).toSorted(), [
        [b, 'paused'],
        [d, 'paused'],
      ]);
    });

    test('the timeline of the leader shows notes of its duplicates to those who may read both', async () => {
      const leader = await instance.incident({ requester: ANNA.email }, agent);
      const own = await instance.incident({ requester: ANNA.email }, agent);
      const other = await instance.incident({ requester: BEN.email }, agent);
      for (const { id } of [own, other]) await must(merge(id, leader.id));
      await note(own.id, { body: 'Anna writes.' }, ANNA);
      await note(other.id, { body: 'Ben writes.' }, BEN);
      await note(other.id, { body: 'For the team.' });
      await note(other.id, { body: 'For nobody.', visibility: 'private' });
      const bodies = async (as: RequestOptions) =>
        (await timeline(leader.id, as)).flatMap(({ note: added, record }) =>
          added ? [[record.id, added.body]] : [],
        );
      assert.deepEqual(await bodies(ANNA), [[own.id, 'Anna writes.']]);
      assert.deepEqual(await bodies({ as: 'auditor' }), [
        [other.id, 'For the team.'],
        [other.id, 'Ben writes.'],
        [own.id, 'Anna writes.'],
      ]);
      assert.equal((await bodies({ as: 'itsm_manager' })).length, 4);
      const references = (await timeline(leader.id)).filter(({ record }) => record.id === other.id);
      for (const { changes, note: added } of references)
        assert.ok(added ? changes === undefined : Object.keys(changes).join() === 'merged_into');
      const pages: Json[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Json = await must(
          instance.call(
            'GET',
            `/incidents/${leader.id}/timeline?limit=1${cursor && `&cursor=${cursor}`}`,
            agent,
          ),
        );
        pages.push(...page.data);
        cursor = page.next_cursor ?? null;
      }
      assert.deepEqual(pages, await timeline(leader.id));
      assert.equal((await instance.call('GET', `/incidents/${leader.id}`, BEN)).status, 404);
      await must(unmerge(other.id));
      assert.deepEqual(await bodies(agent), [[own.id, 'Anna writes.']]);
    });

    test('a requester does not learn the leader from the record, its timeline or its events', async () => {
      const { leader, duplicates } = await group(BEN.email);
      const [{ id }] = duplicates;
      await note(id, { body: 'Hello?' }, BEN);
      const pages = [`/incidents/${id}`, `/incidents/${id}/timeline`, `/events?record=${id}`];
      for (const path of pages) {
        const { status, text } = await instance.call('GET', path, BEN);
        assert.equal(status, 200);
        assert.doesNotMatch(text, new RegExp(leader.id), path);
        assert.match((await instance.call('GET', path, agent)).text, new RegExp(leader.id), path);
      }
      await must(instance.patch(leader.id, { requester: BEN.email }));
      assert.equal((await read(id, BEN)).merged_into, leader.id);
    });

    test('to_duplicates sends a public note to each requester once, about their own record', async () => {
      const { leader, duplicates } = await group(ANNA.email, BEN.email, ANNA.email, null);
      const path = `/incidents/${leader.id}/duplicates`;
      const { people, data } = await must(instance.call('GET', path, agent));
      assert.deepEqual([people, data.length], [2, 4]);
      await note(leader.id, { body: 'Not for them.', visibility: 'public' });
      await note(leader.id, { body: 'We work on it.', visibility: 'public', to_duplicates: true });
      const readSent = () =>
        instance.running.sql(
          `select recipient, subject, data ->> 'excerpt' as excerpt from notifications
            where type = 'incident.answered' and subject = any($1) order by recipient`,
          [duplicates.map(({ id }) => id)],
        );
      await until('both are notified', async () => (await readSent()).length === 2);
      const excerpt = 'We work on it.';
      assert.deepEqual(await readSent(), [
        { recipient: ANNA.email, subject: duplicates[0].id, excerpt },
        { recipient: BEN.email, subject: duplicates[1].id, excerpt },
      ]);
      const alone = await instance.call('POST', `/incidents/${leader.id}/notes`, {
        ...agent,
        body: { body: 'Team.', to_duplicates: true },
      });
      assert.deepEqual(faultsOf(alone), ['/to_duplicates not_allowed']);
      const byBen = await instance.call('POST', `/incidents/${duplicates[1].id}/notes`, {
        ...BEN,
        body: { body: 'To all.', to_duplicates: true },
      });
      assert.equal(byBen.status, 403);
    });

    test('resolve_linked resolves open duplicates once each, with the note in one notification', async () => {
      const { leader, duplicates } = await group(ANNA.email, BEN.email, null);
      const [one, two, three] = duplicates.map(({ id }) => id);
      await must(unmerge(three));
      await instance.walk(three, 'cancelled');
      await must(merge(three, leader.id));
      const { job_id, state } = await must(
        instance.call('POST', `/incidents/${leader.id}/resolve`, {
          ...agent,
          body: {
            resolution: 'New switch.',
            public_note: 'It works again.',
            to_duplicates: true,
            resolve_linked: true,
          },
        }),
      );
      assert.equal(state, 'resolved');
      const { results, operation, succeeded } = await jobOf(job_id);
      assert.deepEqual([operation, succeeded, results.length], ['resolve_linked', 2, 2]);
      for (const id of [one, two]) {
        const row = await read(id);
        assert.deepEqual(
          [row.state, row.resolution, row.merged_into],
          ['resolved', 'New switch.', leader.id],
        );
        const events = (await instance.events(id)).filter(({ type }) => type.endsWith('.resolved'));
        assert.equal(events.length, 1);
        // A job may have written an entry about the mail since then.
        const causes = (await timeline(id)).flatMap(({ cause }) => cause ?? []);
        assert.deepEqual(causes, [{ kind: 'leader_resolved' }]);
        const notified = await instance.running.sql(
          `select type, data ->> 'author' as author from notifications where subject = $1`,
          [id],
        );
        assert.deepEqual(notified, [{ type: 'incident.resolved', author: 'agent@example.com' }]);
      }
      assert.equal((await read(three)).state, 'cancelled');
      const { body } = await instance.patch(leader.id, { state: 'resolved', resolve_linked: true });
      assert.equal(body.job_id, undefined, 'nobody is left');
    });

    test('the job lists the duplicates that could not follow', async () => {
      const { leader, duplicates } = await group(null, null, null);
      const [one, two] = duplicates.map(({ id }) => id);
      await worker.stop();
      await instance.walk(leader.id, 'in_progress');
      const { job_id } = await must(
        instance.patch(leader.id, { state: 'resolved', resolve_linked: true }, agent),
      );
      await must(unmerge(one));
      await must(unmerge(two));
      await instance.walk(two, 'cancelled');
      await must(instance.patch(leader.id, { state: 'reopened' }));
      await must(merge(two, leader.id));
      worker = await startWorker(instance.running.deps);
      const { results, status } = await jobOf(job_id);
      assert.deepEqual(
        [status, results.map(({ error }: Json) => error?.code)],
        ['completed', ['not_linked', 'invalid_transition', undefined]],
      );
      const early = await instance.patch(leader.id, { category: 'x', resolve_linked: true });
      assert.deepEqual(faultsOf(early), ['/resolve_linked not_allowed']);
    });

    test('a bulk job merges many, and another unmerges them', async () => {
      const leader = await instance.incident();
      const ids = [(await instance.incident()).id, (await instance.incident()).id, leader.id];
      const { job_id } = await must(
        instance.call('POST', '/incidents/bulk', {
          ...agent,
          body: { operation: 'merge', ids, fields: { into: leader.id } },
        }),
      );
      const { succeeded, results } = await jobOf(job_id);
      assert.deepEqual([succeeded, results[2].error.code], [2, 'validation_failed']);
      assert.equal((await read(ids[0])).merged_into, leader.id);
      const records = ids.map((id) => ({ id }));
      const undone = await must(
        instance.call('POST', '/incidents/bulk', {
          ...agent,
          body: { operation: 'unmerge', records },
        }),
      );
      assert.equal((await jobOf(undone.job_id)).succeeded, 3, 'a leader is left as it is');
      assert.equal((await read(ids[0])).merged_into, undefined);
      const internal = await instance.call('POST', '/incidents/bulk', {
        ...agent,
        body: { operation: 'resolve_linked', records: [{ id: ids[0] }] },
      });
      assert.equal(internal.status, 400, 'only the service queues such a job');
    });
  },
  { clock },
);
