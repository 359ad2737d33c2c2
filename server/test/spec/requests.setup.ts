// Each test file about service requests has an instance, with shorthands for the requests that its tests send.
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

export interface Requests {
  running: Instance;
  call: (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
  /** Creates a service request, as a requester unless the options say otherwise. */
  create: (fields?: Json, options?: RequestOptions) => Promise<Json>;
  act: (id: string, action: string, options?: RequestOptions) => Promise<Reply>;
  get: (id: string, options?: RequestOptions) => Promise<Reply>;
  patch: (id: string, body: Json, options?: RequestOptions) => Promise<Reply>;
  /** Creates a service request and moves it by actions of managers. */
  inState: (state: string, options?: RequestOptions) => Promise<Json>;
  /** Returns the events of the contract. */
  events: (id: string) => Promise<Json[]>;
}

const ways: Record<string, string[]> = {
  submitted: [],
  approved: ['approve'],
  rejected: ['reject'],
  fulfilled: ['approve', 'fulfil'],
  cancelled: ['cancel'],
};

export function requestsOf(options: Parameters<typeof startInstance>[0] = {}): Requests {
  let running: Instance;
  before(async () => {
    running = await startInstance(options);
  });
  after(() => running.stop());
  const call: Requests['call'] = (method, path, more) =>
    running.call(method, `/requests${path}`, more);
  const create: Requests['create'] = async (fields = {}, more = {}) => {
    const { status, body, text } = await call('POST', '', {
      as: 'requester',
      ...more,
      body: { short_description: 'A laptop', ...fields },
    });
    assert.equal(status, 201, text);
    return body;
  };
  const act: Requests['act'] = (id, action, more) => call('POST', `/${id}/${action}`, more);
  return {
    get running() {
      return running;
    },
    call,
    create,
    act,
    get: (id, more) => call('GET', `/${id}`, more),
    patch: (id, body, more) => call('PATCH', `/${id}`, { ...more, body }),
    inState: async (state, more) => {
      const { id } = await create({}, more);
      for (const action of ways[state] ?? []) {
        const { status, text } = await act(id, action);
        assert.equal(status, 200, text);
      }
      return (await call('GET', `/${id}`)).body;
    },
    events: (id) =>
      running.sql(
        'select * from events where record_id = $1 and type = any($2) order by sequence',
        [id, contractEvents],
      ),
  };
}
