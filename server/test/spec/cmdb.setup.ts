// Tests of the CMDB create CIs with unique names and wait for the bulk jobs they submit.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Instance, Json, RequestOptions } from '../support/harness.ts';
import { until } from '../support/processes.ts';

export const unique = (word: string): string => `${word}-${randomUUID().slice(0, 8)}`;

export function cmdbOf(instance: () => Pick<Instance, 'call'>) {
  const call = (method: string, path: string, body?: Json, as: RequestOptions = {}) =>
    instance().call(method, `/cmdb/cis${path}`, {
      as: 'agent',
      ...as,
      ...(body !== undefined && { body }),
    });
  const create = async (fields: Json = {}): Promise<Json> => {
    const reply = await call('POST', '', { name: unique('host'), class: 'server', ...fields });
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const submit = async (body: Json, as: RequestOptions = {}): Promise<string> => {
    const reply = await call('POST', '/bulk', body, as);
    assert.equal(reply.status, 202, reply.text);
    return reply.body.job_id;
  };
  const waitUntilFinished = (id: string): Promise<Json> =>
    until(`job ${id} ends`, async () => {
      const { body } = await instance().call('GET', `/jobs/${id}`);
      return body.finished_at !== null && body;
    });
  /** Runs a bulk operation and returns the job. */
  const run = async (operation: string, records: Json[], more: Json = {}): Promise<Json> =>
    waitUntilFinished(await submit({ operation, records, ...more }));
  const read = async (id: string): Promise<Json> => (await call('GET', `/${id}`)).body;
  return { call, create, submit, waitUntilFinished, run, read };
}
