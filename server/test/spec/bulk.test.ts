import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startWorker } from '../../src/worker.ts';
import {
  addressOf,
  type RequestOptions,
  faultsOf,
  type Instance,
  type Json,
  startInstance,
} from '../support/harness.ts';
import { requestToken } from '../support/people.ts';
import { until } from '../support/processes.ts';

const isOver = ({ finished_at: at }: Json): boolean => at !== null;

describe('Bulk operations and jobs', () => {
  let instance: Instance;
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  const begin = async () => {
    worker ??= await startWorker(instance.deps);
  };
  /** Stops the worker: jobs stay queued until `begin`. */
  const pauseWork = async () => {
    await worker?.stop();
    worker = undefined;
  };
  before(async () => {
    instance = await startInstance();
    await begin();
  });
  after(async () => {
    await pauseWork();
    await instance.stop();
  });

  const submit = (body: Json, as: RequestOptions = {}) =>
    instance.call('POST', '/incidents/bulk', { ...as, body });
  const job = async (id: string, as: RequestOptions = {}) =>
    (await instance.call('GET', `/jobs/${id}`, as)).body;
  const waitUntilDone = (id: string, as: RequestOptions = {}) =>
    until(`job ${id} ends`, async () => {
      const now = await job(id, as);
      return isOver(now) && now;
    });
  const run = async (body: Json, as: RequestOptions = {}) => {
    const { status, text, body: accepted } = await submit(body, as);
    assert.equal(status, 202, text);
    return waitUntilDone(accepted.job_id, as);
  };
  const incident = async (fields: Json = {}) =>
    (await instance.call('POST', '/incidents', { body: { short_description: 'Bulk', ...fields } }))
      .body;
  const read = async (id: string) => (await instance.call('GET', `/incidents/${id}`)).body;
  const eventsOf = (id: string) =>
    instance.sql('select type from events where record_id = $1 order by sequence', [id]);

  test('rows run with the rights that the caller has when they run, and fail with actor_inactive if the caller is deactivated', async () => {
    const { AUTH_URL } = instance.deps.config;
    const admin = { as: 'super_admin' } as const;
    const caller = async () => {
      const body = { name: 'Bulk', roles: ['agent'] };
      const { body: client } = await instance.call('POST', '/clients', { ...admin, body });
      const tokens = await requestToken(AUTH_URL, {
        grant_type: 'client_credentials',
        client_id: client.client_id,
        client_secret: client.secret,
      });
      return { id: client.client_id, token: tokens.body.access_token };
    };
    const outcomes: Json = {};
    await pauseWork();
    const changes: Json = {
      active: {},
      inactive: { active: false },
      demoted: { roles: ['requester'] },
    };
    const jobs: [string, string][] = [];
    for (const [name, body] of Object.entries<Json>(changes)) {
      const { id, token } = await caller();
      const records = Array.from({ length: 12 }, () => ({ short_description: `Queued ${name}` }));
      const { body: accepted } = await submit({ operation: 'create', records }, { token });
      jobs.push([name, accepted.job_id]);
      if (Object.keys(body).length > 0) {
        const { status } = await instance.call('PATCH', `/clients/${id}`, { ...admin, body });
        assert.equal(status, 200);
      }
    }
    await begin();
    for (const [name, id] of jobs) {
      const { results } = await waitUntilDone(id);
      outcomes[name] = results.map(({ status, error }: Json) => error?.code ?? status);
    }
    const all = (outcome: string) => Array.from({ length: 12 }, () => outcome);
    assert.deepEqual(outcomes, {
      active: all('succeeded'),
      inactive: all('actor_inactive'),
      demoted: all('actor_inactive'),
    });
    const rows = await instance.sql(
      `select from incidents where short_description in ('Queued inactive', 'Queued demoted')`,
    );
    assert.equal(rows.length, 0);
  });

  test('a row fails with version_mismatch if the record has another version', async () => {
    const [one, two] = [await incident(), await incident()];
    await instance.call('PATCH', `/incidents/${two.id}`, { body: { category: 'x' } });
    const records = [one, two].map(({ id, version }) => ({ id, version, urgency: 'high' }));
    const { results } = await run({ operation: 'update', records });
    assert.deepEqual(
      results.map((row: Json) => [row.status, row.error?.code, row.error?.changed_fields]),
      [
        ['succeeded', undefined, undefined],
        ['failed', 'version_mismatch', ['category']],
      ],
    );
    assert.deepEqual([(await read(one.id)).urgency, (await read(two.id)).urgency], ['high', null]);
    const odd = await run({
      operation: 'update',
      records: [{ id: one.id, version: '2', urgency: 'low' }],
    });
    assert.equal(odd.results[0].error.code, 'validation_failed');
  });

  test('a bulk create returns a job that can be polled, and each row becomes an incident', async () => {
    const records = [{ short_description: 'One', priority: 'P1' }, { short_description: 'Two' }];
    const accepted = await submit({ operation: 'create', records });
    assert.equal(accepted.status, 202);
    const { job_id: id, status_url: url } = accepted.body;
    assert.deepEqual(accepted.body, {
      job_id: id,
      status: 'queued',
      operation: 'create',
      total: 2,
      status_url: `https://desk.example.com/prod/api/v1/jobs/${id}`,
    });
    assert.equal(accepted.headers.get('location'), url);
    assert.equal(accepted.headers.get('retry-after'), '1');
    const ended = await waitUntilDone(id);
    assert.deepEqual(
      [ended.type, ended.status, ended.total, ended.processed, ended.succeeded, ended.failed],
      ['incidents', 'completed', 2, 2, 2, 0],
    );
    assert.deepEqual(
      ended.results.map(({ index, status }: Json) => [index, status]),
      [
        [0, 'succeeded'],
        [1, 'succeeded'],
      ],
    );
    const made = await Promise.all(ended.results.map((row: Json) => read(row.id)));
    assert.deepEqual(
      made.map((one) => [one.short_description, one.priority, one.opened_by]),
      [
        ['One', 'P1', addressOf('itsm_manager')],
        ['Two', 'P3', addressOf('itsm_manager')],
      ],
    );
    assert.deepEqual(await eventsOf(made[0].id), [{ type: 'incident.created' }]);
    const retainedMs = Date.parse(ended.expires_at) - Date.parse(ended.finished_at);
    assert.equal(retainedMs, 7 * 86_400_000);
  });

  test('an update by ids and fields acts on each record like a single request, with its events, entry and request id', async () => {
    const ids = [(await incident()).id, (await incident()).id];
    const fields = { state: 'in_progress', priority: 'P2', work_note: 'Taken together.' };
    const headers = { 'x-request-id': 'bulk-update-0001' };
    const ended = await run({ operation: 'update', ids, fields }, { headers });
    assert.equal(ended.succeeded, 2);
    for (const id of ids) {
      const one = await read(id);
      assert.deepEqual(
        [one.state, one.priority, one.work_notes_count, one.sla.target_seconds],
        ['in_progress', 'P2', 1, 8 * 3600],
      );
      assert.deepEqual(
        (await eventsOf(id)).map(({ type }) => type),
        [
          'incident.created',
          'incident.updated',
          'incident.priority_changed',
          'incident.note_added',
        ],
      );
      const [entry] = await instance.sql(
        `select actor, request_id from entries where record_id = $1 and kind = 'incident.updated'`,
        [id],
      );
      const actor = addressOf('itsm_manager');
      assert.deepEqual(entry, { actor, request_id: 'bulk-update-0001' });
    }
  });

  test('an update by records applies its own fields to each, and read-only fields may be sent back', async () => {
    const [one, two] = [await incident(), await incident()];
    const records = [
      { ...(await read(one.id)), category: 'network' },
      { id: two.id, priority: 'P4' },
    ];
    const ended = await run({ operation: 'update', records });
    assert.equal(ended.succeeded, 2, JSON.stringify(ended.results));
    assert.deepEqual(
      [(await read(one.id)).category, (await read(two.id)).priority],
      ['network', 'P4'],
    );
  });

  test('an invalid row fails alone, with the error of the single request, and results keep their order', async () => {
    const { id } = await incident();
    const ended = await run({
      operation: 'update',
      records: [
        { id: 'INC9999999', priority: 'P1' },
        { id, state: 'closed' },
        { id, priority: 'P9', nonsense: 1 },
        { priority: 'P1' },
        { id: 'no id', priority: 'P1' },
        { id, category: 'late but good' },
        { id },
      ],
    });
    assert.equal(ended.status, 'completed');
    assert.deepEqual([ended.processed, ended.succeeded, ended.failed], [7, 1, 6]);
    assert.deepEqual(
      ended.results.map(({ index, id: of, status, error }: Json) => [
        index,
        of,
        status,
        error?.code,
      ]),
      [
        [0, 'INC9999999', 'failed', 'not_found'],
        [1, id, 'failed', 'invalid_transition'],
        [2, id, 'failed', 'validation_failed'],
        [3, null, 'failed', 'validation_failed'],
        [4, 'no id', 'failed', 'not_found'],
        [5, id, 'succeeded', undefined],
        [6, id, 'failed', 'validation_failed'],
      ],
    );
    const { error } = ended.results[1];
    assert.deepEqual(
      [error.type, error.status, error.current_state, error.allowed_transitions],
      ['urn:signalbox:problem:invalid_transition', 409, 'new', ['in_progress', 'cancelled']],
    );
    assert.equal(error.instance, `/prod/api/v1/jobs/${ended.job_id}#/results/1`);
    const faults = ended.results[2].error.errors.map(({ pointer, code }: Json) => [pointer, code]);
    assert.deepEqual(faults.toSorted(), [
      ['/nonsense', 'unknown_field'],
      ['/priority', 'not_allowed'],
    ]);
    assert.equal((await read(id)).state, 'new');
  });

  test('a row that violates a constraint of the database fails alone, and a job without a valid row fails', async () => {
    const external_id = 'bulk-taken';
    const row = { short_description: 'Same', external_id };
    const ended = await run({
      operation: 'create',
      records: [row, row, { short_description: 'Other' }],
    });
    assert.deepEqual(
      ended.results.map(({ status, error }: Json) => [status, error?.code]),
      [
        ['succeeded', undefined],
        ['failed', 'external_id_taken'],
        ['succeeded', undefined],
      ],
    );
    const bad = await run({ operation: 'create', records: [row, {}] });
    assert.equal(bad.status, 'failed');
  });

  test('an update that violates a constraint fails alone, also in a dry run', async () => {
    const external_id = 'bulk-update-taken';
    await run({ operation: 'create', records: [{ short_description: 'First', external_id }] });
    const [one, other] = [await incident(), await incident()];
    const records = [
      { id: one.id, external_id },
      { id: other.id, category: 'network' },
    ];
    for (const dry_run of [true, false]) {
      const ended = await run({ operation: 'update', records, dry_run });
      assert.deepEqual(
        ended.results.map(({ status, error }: Json) => [status, error?.code]),
        [
          ['failed', 'external_id_taken'],
          ['succeeded', undefined],
        ],
        `dry run: ${dry_run}`,
      );
    }
    const [unchanged, changed] = [await read(one.id), await read(other.id)];
    assert.deepEqual([unchanged.version, unchanged.external_id], [one.version, null]);
    assert.deepEqual([changed.version, changed.category], [other.version + 1, 'network']);
  });

  test('an invalid envelope and invalid fields of an update are refused with 400, and no job is queued', async () => {
    const totalBefore = (await instance.call('GET', '/jobs?limit=1')).body.total;
    const row = { short_description: 'x' };
    const refused: [body: Json, faults: string[]][] = [
      [{}, ['/operation required']],
      [{ operation: 'split', records: [row] }, ['/operation not_allowed']],
      [{ operation: 'create' }, ['/records required']],
      [{ operation: 'create', records: [] }, ['/records too_few']],
      [
        { operation: 'create', records: Array.from({ length: 101 }, () => row) },
        ['/records too_many'],
      ],
      [{ operation: 'create', records: ['x'] }, ['/records/0 invalid_type']],
      [{ operation: 'create', records: [row], ids: ['x'] }, ['/ids conflicting_parameters']],
      [{ operation: 'update', ids: ['INC0000001'] }, ['/fields required']],
      [{ operation: 'update', fields: { priority: 'P1' } }, ['/ids required']],
      [
        { operation: 'update', ids: ['INC0000001'], fields: { priority: 'P9', id: 'x', y: 1 } },
        ['/fields/id read_only_field', '/fields/priority not_allowed', '/fields/y unknown_field'],
      ],
      [
        { operation: 'resolve', ids: ['INC0000001'], fields: { state: 'resolved' } },
        ['/fields/resolution required', '/fields/state unknown_field'],
      ],
      [{ operation: 'update', ids: ['INC0000001'], fields: {} }, ['/fields required']],
      [
        { operation: 'update', ids: ['INC0000001'], fields: { priority: 'P1' }, records: [row] },
        ['/records conflicting_parameters'],
      ],
    ];
    for (const [body, faults] of refused) {
      const reply = await submit(body);
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.deepEqual(faultsOf(reply), faults);
    }
    assert.equal((await instance.call('GET', '/jobs?limit=1')).body.total, totalBefore);
  });

  test('a resolve by ids or by records resolves open incidents of any state, tells the requester, and a dry run shows which', async () => {
    const [fresh, closed, own] = [await incident(), await incident(), await incident()];
    for (const state of ['in_progress', 'resolved'])
      await instance.call('PATCH', `/incidents/${closed.id}`, { body: { state } });
    const fields = { resolution: 'The mail server runs again.', public_note: 'Please try again.' };
    const submitted = { operation: 'resolve', ids: [fresh.id, closed.id], fields };
    for (const dry_run of [true, false]) {
      const { results } = await run({ ...submitted, dry_run });
      assert.deepEqual(
        results.map((row: Json) => [row.status, row.error?.code]),
        [
          ['succeeded', undefined],
          ['failed', 'invalid_transition'],
        ],
      );
      const { state, last_reply_by } = await read(fresh.id);
      assert.deepEqual([state, last_reply_by], dry_run ? ['new', null] : ['resolved', 'us']);
    }
    const rows = [
      { id: own.id, version: own.version, resolution: 'Restarted.' },
      { id: own.id, version: own.version, resolution: 'Twice.' },
      { id: own.id },
    ];
    const { results } = await run({ operation: 'resolve', records: rows });
    assert.deepEqual(
      results.map((row: Json) => row.error?.code),
      [undefined, 'version_mismatch', 'validation_failed'],
    );
    assert.equal((await read(own.id)).resolution, 'Restarted.');
  });

  test('an update with public_note adds it to each record, with the effect of a reply in the dry run too', async () => {
    const asAnna = { as: 'agent', email: 'anna.berg@example.com' } as const;
    const { id } = await incident({ requester: asAnna.email });
    for (const body of [
      { state: 'in_progress' },
      { state: 'on_hold', on_hold_reason: 'awaiting_caller' },
    ])
      await instance.call('PATCH', `/incidents/${id}`, { body });
    const update = { operation: 'update', ids: [id], fields: { public_note: 'Room 12.' } };
    assert.equal((await run({ ...update, dry_run: true }, asAnna)).succeeded, 1);
    assert.equal((await read(id)).state, 'on_hold');
    assert.equal((await run(update, asAnna)).succeeded, 1);
    const { state, last_reply_by, work_notes_count } = await read(id);
    assert.deepEqual([state, last_reply_by, work_notes_count], ['in_progress', 'requester', 1]);
  });

  test('a dry run reports the results and writes nothing', async () => {
    const { id, version } = await incident();
    const records = [
      { id, state: 'in_progress' },
      { id, state: 'closed' },
    ];
    const ended = await run({ operation: 'update', records, dry_run: true });
    assert.equal(ended.dry_run, true);
    const isListed = async (query: string): Promise<boolean> =>
      (await instance.call('GET', `/jobs${query}`)).body.data.some(
        ({ job_id }: { job_id: string }) => job_id === ended.job_id,
      );
    assert.deepEqual(
      [await isListed(''), await isListed('?dry_run=true'), await isListed('?dry_run=false')],
      [true, true, false],
    );
    assert.deepEqual(
      ended.results.map(({ status }: Json) => status),
      ['succeeded', 'failed'],
    );
    const made = await run({
      operation: 'create',
      records: [{ short_description: 'never made' }],
      dry_run: true,
    });
    assert.deepEqual(made.results, [{ index: 0, id: null, status: 'succeeded' }]);
    assert.equal((await read(id)).version, version);
    const found = await instance.sql(
      `select from incidents where short_description = 'never made'`,
    );
    assert.equal(found.length, 0);
    assert.equal((await eventsOf(id)).length, 1);
  });

  test('results of rows have the warnings of the single request, also in a dry run', async () => {
    const { id } = await incident();
    const assigned_to = 'nobody@elsewhere.example';
    const warnings = [{ pointer: '/assigned_to', code: 'unknown_person' }];
    for (const dry_run of [true, false]) {
      const update = { operation: 'update', ids: [id], fields: { assigned_to }, dry_run };
      assert.deepEqual((await run(update)).results, [
        { index: 0, id, status: 'succeeded', warnings },
      ]);
    }
    const rows = [{ short_description: 'a', assigned_to }, { short_description: 'b' }];
    const { results } = await run({ operation: 'create', records: rows });
    assert.deepEqual(
      results.map((one: Json) => one.warnings),
      [warnings, undefined],
    );
  });

  test('incidents are created for requesters, and their requester is changed and cleared', async () => {
    const [anna, ben] = ['anna@bulk.example.com', 'ben@bulk.example.com'];
    const records = [anna, null].map((requester) => ({ short_description: 'by bulk', requester }));
    const created = await run({ operation: 'create', records });
    const ids: string[] = created.results.map(({ id }: Json) => id);
    const requesters = async () =>
      Promise.all(ids.map(async (id) => (await read(id)).requester as string | null));
    assert.deepEqual(await requesters(), [anna, null]);
    const fields = { requester: ben };
    assert.equal((await run({ operation: 'update', ids, fields, dry_run: true })).succeeded, 2);
    assert.deepEqual(await requesters(), [anna, null]);
    await run({ operation: 'update', ids, fields });
    assert.deepEqual(await requesters(), [ben, ben]);
    await run({ operation: 'update', ids: ids.slice(1), fields: { requester: null } });
    assert.deepEqual(await requesters(), [ben, null]);
  });

  test('a dry run uses up no ids: the next incident has the next one', async () => {
    const numberOf = ({ id }: Json): number => Number(id.slice(3));
    const earlier = await incident();
    const records = Array.from({ length: 12 }, (_, n) => ({
      short_description: `dry ${n}`,
      notify_stakeholders: true,
      ...(n === 3 && { priority: 'P9' }),
    }));
    const dry = await run({ operation: 'create', records, dry_run: true });
    assert.deepEqual([dry.succeeded, dry.failed], [11, 1]);
    assert.ok(dry.results.every(({ id }: Json) => id === null));
    assert.equal(numberOf(await incident()), numberOf(earlier) + 1);
    const real = await run({ operation: 'create', records: [records[0] as Json] });
    assert.equal(numberOf(real.results[0]), numberOf(earlier) + 2);
  });

  test('a row with an id of another form fails with the form', async () => {
    const ended = await run({
      operation: 'update',
      records: [
        { id: '701', priority: 'P1' },
        { id: 701, priority: 'P1' },
      ],
    });
    for (const { error } of ended.results)
      assert.equal(
        error.detail,
        'The incident with this id does not exist, or you may not see it. Incident ids look like INC0000042; did you mean INC0000701?',
      );
  });

  test('a job stores the roles of its caller, and requesters and auditors cannot create one', async () => {
    for (const as of ['requester', 'auditor'] as const) {
      const body = { operation: 'create', records: [{ short_description: 'x' }] };
      assert.equal((await submit(body, { as })).status, 403);
    }
    const [stored] = await instance.sql('select actor from bulk_jobs order by id desc limit 1');
    assert.deepEqual(stored.actor.roles, ['itsm_manager']);
  });

  test('agents see only their own jobs, managers all; the job of another is 404 for an agent', async () => {
    const body = { operation: 'create', records: [{ short_description: 'Mine' }] };
    const [mine, other] = [
      { as: 'agent', email: 'mine@example.com' },
      { as: 'agent', email: 'other@example.com' },
    ] as const;
    const { job_id: id } = await run(body, mine);
    assert.equal((await instance.call('GET', `/jobs/${id}`, other)).status, 404);
    assert.equal((await instance.call('POST', `/jobs/${id}/cancel`, other)).status, 404);
    assert.equal((await instance.call('GET', '/jobs', other)).body.total, 0);
    const { body: list } = await instance.call('GET', '/jobs', mine);
    assert.deepEqual([list.total, list.data[0].job_id, list.data[0].results], [1, id, undefined]);
    assert.equal((await instance.call('GET', `/jobs/${id}`)).status, 200);
    assert.equal((await instance.call('GET', `/jobs/${id}`, { as: 'requester' })).status, 403);
  });

  test('cancelling skips the remaining rows, and a finished job cannot be cancelled', async () => {
    await pauseWork();
    const email = 'canceller@example.com';
    const ids = [(await incident()).id, 'INC0000000'];
    const accepted = await submit(
      { operation: 'update', ids, fields: { priority: 'P1' } },
      { email },
    );
    const { job_id: id } = accepted.body;
    const waiting = await instance.call('GET', `/jobs/${id}`, { email });
    assert.deepEqual([waiting.body.status, waiting.headers.get('retry-after')], ['queued', '1']);
    const cancelled = await instance.call('POST', `/jobs/${id}/cancel`, { email });
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal(cancelled.body.status, 'cancelled');
    assert.deepEqual(cancelled.body.results, [
      { index: 0, id: ids[0], status: 'skipped' },
      { index: 1, id: ids[1], status: 'skipped' },
    ]);
    const again = await instance.call('POST', `/jobs/${id}/cancel`, { email });
    assert.deepEqual([again.status, again.body.code], [409, 'job_finished']);
    await begin();
    assert.equal(
      (await run({ operation: 'create', records: [{ short_description: 'x' }] })).succeeded,
      1,
    );
    assert.equal((await read(ids[0])).priority, 'P3');
  });

  test('a caller has at most twenty unfinished jobs, however many requests arrive at once', async () => {
    await pauseWork();
    const email = 'eager@example.com';
    const body = { operation: 'create', records: [{ short_description: 'Eager' }] };
    const replies = await Promise.all(Array.from({ length: 30 }, () => submit(body, { email })));
    const statuses = replies.map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((one) => one === 202).length, statuses.filter((one) => one === 429).length],
      [20, 10],
    );
    const refused = replies.find(({ status }) => status === 429);
    assert.equal(refused?.body.code, 'too_many_jobs');
    assert.equal(refused?.headers.get('retry-after'), '1');
    assert.equal((await submit(body, { email: 'patient@example.com' })).status, 202);
    await begin();
    await Promise.all(
      replies
        .filter(({ status }) => status === 202)
        .map(({ body: one }) => waitUntilDone(one.job_id)),
    );
    assert.equal((await submit(body, { email })).status, 202);
  });

  test('the jobs of one caller run one after the other, and two workers process no row twice', async () => {
    await pauseWork();
    const { id } = await incident();
    const steps = ['in_progress', 'on_hold', 'in_progress', 'resolved', 'reopened', 'in_progress'];
    const jobs: string[] = [];
    for (const state of steps) {
      const { body } = await submit({ operation: 'update', ids: [id], fields: { state } });
      jobs.push(body.job_id);
    }
    const second = await startWorker(instance.deps);
    await begin();
    const ended = await Promise.all(jobs.map((one) => waitUntilDone(one)));
    await second.stop();
    assert.deepEqual(
      ended.map(({ status }) => status),
      steps.map(() => 'completed'),
    );
    const [{ n }] = await instance.sql(
      `select count(*)::int as n from entries where record_id = $1 and kind = 'incident.updated'`,
      [id],
    );
    assert.equal(n, steps.length);
  });

  test('an id too long to be stored whole fails its row, not the request', async () => {
    const { status, results } = await run({
      operation: 'update',
      records: [{ id: `${'x'.repeat(63)}\u{1F600}`, state: 'in_progress' }],
    });
    assert.deepEqual([status, results[0].status], ['failed', 'failed']);
  });

  test('a row whose result cannot be stored fails, and the job still completes', async () => {
    const [one, two, three] = [await incident(), await incident(), await incident()];
    await instance.sql(
      `alter table bulk_results add constraint refused check (record_id <> '${two.id}') not valid`,
    );
    const { status, results } = await run({
      operation: 'update',
      ids: [one.id, two.id, three.id],
      fields: { category: 'stored' },
    });
    await instance.sql('alter table bulk_results drop constraint refused');
    assert.deepEqual(
      [status, results.map((row: Json) => row.status)],
      ['completed', ['succeeded', 'failed', 'succeeded']],
    );
    assert.equal(results[1].error.code, 'internal_error');
    const categories = await Promise.all(
      [one, two, three].map(async ({ id }) => (await read(id)).category),
    );
    assert.deepEqual(categories, ['stored', null, 'stored']);
  });

  test('an expired job is deleted with its results', async () => {
    const { job_id: id } = await run({
      operation: 'create',
      records: [{ short_description: 'x' }],
    });
    await instance.sql(
      `update bulk_jobs set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    await pauseWork();
    await begin();
    await until(
      'it is forgotten',
      async () => (await instance.call('GET', `/jobs/${id}`)).status === 404,
    );
    const rows = await instance.sql('select from bulk_results where job_id = $1', [id]);
    assert.equal(rows.length, 0);
  });
});
