// Each test file about tasks has an instance, with shorthands for the requests that its tests send.
import assert from 'node:assert/strict';
import type { Json, Reply, RequestOptions } from '../support/harness.ts';
import { requestsOf } from './requests.setup.ts';

export function tasksOf(options?: Parameters<typeof requestsOf>[0]) {
  const requests = requestsOf(options);
  const call = (
    method: string,
    path: string,
    body?: Json,
    more: RequestOptions = {},
  ): Promise<Reply> =>
    requests.running.call(method, path, { as: 'agent', ...more, ...(body && { body }) });
  const patch = (id: string, body: Json, more?: RequestOptions): Promise<Reply> =>
    call('PATCH', `/tasks/${id}`, body, more);
  return {
    requests,
    call,
    patch,
    /** Returns the id of a service request that can have tasks. */
    approved: async (): Promise<string> => (await requests.inState('approved')).id,
    add: async (request: string, fields: Json = {}, more?: RequestOptions): Promise<Json> => {
      const body = { name: 'Order', ...fields };
      const reply = await call('POST', `/requests/${request}/tasks`, body, more);
      assert.equal(reply.status, 201, reply.text);
      return reply.body;
    },
    get: async (id: string): Promise<Json> => (await call('GET', `/tasks/${id}`)).body,
    move: (id: string, state: string, more?: RequestOptions): Promise<Reply> =>
      patch(id, { state }, more),
    events: async (id: string): Promise<Json[]> =>
      (await call('GET', `/events?record=${id}`)).body.data,
    /** Returns the recipients of each notification that the task is ready. */
    notified: async (id: string): Promise<string[]> => {
      const rows = await requests.running.sql(
        `select recipient from notifications where subject = $1 and type = 'task.ready' order by recipient`,
        [id],
      );
      return rows.map(({ recipient }) => recipient);
    },
  };
}
