// Catalog items of tests, with the parts that a test does not care about filled in.
import assert from 'node:assert/strict';
import type { TestInstance } from '../spec/setup.ts';
import type { Json, Reply } from './harness.ts';

export const question = (key: string, fields: Json = {}): Json => ({
  key,
  label: `Question ${key}`,
  type: 'text',
  ...fields,
});

export const showIf = (field: string, operator: string, value: unknown): Json => ({
  all: [{ field, operator, value }],
});

export class Catalog {
  readonly #instance: TestInstance;

  constructor(instance: TestInstance) {
    this.#instance = instance;
  }

  call(method: string, path = '', body?: Json, as = 'itsm_manager'): Promise<Reply> {
    const options = { as, ...(body && { body }) } as never;
    return this.#instance.call(method, `/catalog/items${path}`, options);
  }

  async create(fields: Json = {}): Promise<Json> {
    const item = { name: 'New laptop', category: 'Hardware', ...fields };
    const { status, body, text } = await this.call('POST', '', item);
    assert.equal(status, 201, text);
    return body;
  }

  async publish(id: string): Promise<Json> {
    const { status, body, text } = await this.call('POST', `/${id}/publish`);
    assert.equal(status, 200, text);
    return body;
  }

  createPublished = async (fields: Json = {}): Promise<Json> =>
    this.publish((await this.create(fields)).id);

  /** Returns pointer, code and message of each reason why a draft with these fields cannot be published. */
  async faultsOf(fields: Json): Promise<[string, string, string][]> {
    const { id } = await this.create(fields);
    const { status, body, text } = await this.call('POST', `/${id}/publish`);
    assert.equal(status, 400, text);
    assert.equal((await this.call('GET', `/${id}`)).body.state, 'draft');
    return body.errors.map(({ pointer, code, message }: Json) => [pointer, code, message]);
  }
}
