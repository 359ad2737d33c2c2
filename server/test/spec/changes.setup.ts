// An instance for the tests of changes, with shorthands. An agent requests changes; managers decide them.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import {
  type Instance,
  type Json,
  type Reply,
  type RequestOptions,
  startInstance,
} from '../support/harness.ts';
import { contractEvents } from '../support/contract-events.ts';

export interface ChangeTests {
  readonly instance: Instance;
  call: (method: string, path: string, body?: Json, options?: RequestOptions) => Promise<Reply>;
  create: (fields?: Json, options?: RequestOptions) => Promise<Json>;
  get: (id: string) => Promise<Json>;
  patch: (id: string, body: Json, options?: RequestOptions) => Promise<Reply>;
  /** The action is `submit`, `approve` or `reject`; `name` is the part of the address before the @. */
  act: (id: string, action: string, name?: string, body?: Json) => Promise<Reply>;
  /** Creates a change and moves it to this state. */
  inState: (state: string, fields?: Json) => Promise<Json>;
  /** Returns the types of the contract's events in order. */
  events: (id: string) => Promise<string[]>;
  /** Replaces settings. */
  set: (settings: Json) => Promise<void>;
}

/** A step is an action, or the state that a PATCH sets. */
const steps: Record<string, string[]> = {
  draft: [],
  submitted: ['submit'],
  approved: ['submit', 'approve'],
  rejected: ['submit', 'reject'],
  scheduled: ['submit', 'approve', 'scheduled'],
  implementing: ['submit', 'approve', 'scheduled', 'implementing'],
  review: ['submit', 'approve', 'scheduled', 'implementing', 'review'],
  closed: ['submit', 'approve', 'scheduled', 'implementing', 'review', 'closed'],
  cancelled: ['cancelled'],
};

const good = ({ status, text, body }: Reply): Json => {
  assert.ok(status === 200 || status === 201, text);
  return body;
};

export function changeTests(): ChangeTests {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const call: ChangeTests['call'] = (method, path, body, callOptions = {}) =>
    instance.call(method, `/changes${path}`, {
      as: 'agent',
      ...callOptions,
      ...(body !== undefined && { body }),
    });
  const patch: ChangeTests['patch'] = (id, body, callOptions) =>
    call('PATCH', `/${id}`, body, callOptions);
  const create: ChangeTests['create'] = async (fields = {}, callOptions = {}) =>
    good(
      await call('POST', '', { short_description: 'Upgrade the database', ...fields }, callOptions),
    );
  const act: ChangeTests['act'] = (id, action, name = 'itsm_manager', body) =>
    call('POST', `/${id}/${action}`, body, { as: 'itsm_manager', email: `${name}@example.com` });

  return {
    get instance() {
      return instance;
    },
    call,
    create,
    patch,
    act,
    get: async (id) => good(await call('GET', `/${id}`)),
    inState: async (state, fields = {}) => {
      let change = await create({ ...fields, state: 'draft' });
      for (const step of steps[state] ?? []) {
        const isAction = ['submit', 'approve', 'reject'].includes(step);
        change = good(
          isAction ? await act(change.id, step) : await patch(change.id, { state: step }),
        );
      }
      assert.equal(change.state, state);
      return change;
    },
    events: async (id) => {
      const rows = await instance.sql(
        'select type from events where record_id = $1 and type = any($2) order by sequence',
        [id, contractEvents],
      );
      return rows.map(({ type }) => type);
    },
    set: async (settings) => {
      const { status, text } = await instance.call('PATCH', '/settings', {
        as: 'super_admin',
        body: settings,
      });
      assert.equal(status, 200, text);
    },
  };
}
