// Tests of the knowledge base create and publish articles with these shorthands.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Instance, Json, RequestOptions } from '../support/harness.ts';

/** The word has letters only, so that a search reads it as one. */
export const uniqueWord = (): string =>
  randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

export function knowledgeOf(instance: () => Pick<Instance, 'call'>) {
  const call = (method: string, path: string, body?: Json, options: RequestOptions = {}) =>
    instance().call(method, `/knowledge/articles${path}`, {
      as: 'agent',
      ...options,
      ...(body !== undefined && { body }),
    });
  const create = async (fields: Json = {}): Promise<Json> => {
    const reply = await call('POST', '', { title: 'Title', body: 'Body', ...fields });
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const publish = async (id: string): Promise<Json> => {
    assert.equal((await call('PATCH', `/${id}`, { state: 'review' })).status, 200);
    const reply = await call('POST', `/${id}/publish`, undefined, { as: 'itsm_manager' });
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const createPublished = async (fields: Json = {}): Promise<Json> =>
    publish((await create(fields)).id);
  const read = async (id: string, options: RequestOptions = {}): Promise<Json> =>
    (await call('GET', `/${id}`, undefined, options)).body;
  const list = async (query: string, options: RequestOptions = {}): Promise<Json> => {
    const reply = await call('GET', query, undefined, options);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  return { call, create, publish, createPublished, read, list };
}

export const idsOf = ({ data }: Json): string[] => data.map(({ id }: Json) => id);
