// Tests of orders publish items of the catalog, register the people of an organisation, and act as them.
import assert from 'node:assert/strict';
import type { Json, Reply } from '../support/harness.ts';
import { requestsOf } from './requests.setup.ts';

const people = {
  ada: 'requester',
  ben: 'requester',
  cleo: 'requester',
  dora: 'requester',
  emil: 'requester',
  gus: 'agent',
  mona: 'itsm_manager',
} as const;
export type PersonName = keyof typeof people;

export const addressOf = (name: PersonName): string => `${name}@example.com`;

const roleOf = (name: PersonName) => people[name];

export function ordersOf() {
  const requests = requestsOf({ worker: true });
  const ids = new Map<PersonName, string>();

  const as = (name: PersonName) => ({ as: roleOf(name), email: addressOf(name) });

  async function register(): Promise<void> {
    for (const name of Object.keys(people) as PersonName[]) {
      const body = { email: addressOf(name), name, roles: [roleOf(name)] };
      const {
        status,
        body: user,
        text,
      } = await requests.running.call('POST', '/users', { as: 'super_admin', body });
      assert.equal(status, 201, text);
      ids.set(name, user.id);
    }
    await setPerson('ada', { manager: addressOf('ben') });
    const group = { name: 'Finance', members: [addressOf('cleo'), addressOf('dora')] };
    assert.equal(
      (await requests.running.call('POST', '/groups', { as: 'super_admin', body: group })).status,
      201,
    );
  }

  async function setPerson(name: PersonName, body: Json): Promise<void> {
    const { status, text } = await requests.running.call('PATCH', `/users/${ids.get(name)}`, {
      as: 'super_admin',
      body,
    });
    assert.equal(status, 200, text);
  }

  /** Creates an item and publishes it; returns its id. */
  async function publish(item: Json): Promise<string> {
    const body = { name: 'New laptop', category: 'Devices', ...item };
    const created = await requests.running.call('POST', '/catalog/items', { body });
    assert.equal(created.status, 201, created.text);
    const path = `/catalog/items/${created.body.id}/publish`;
    const published = await requests.running.call('POST', path);
    assert.equal(published.status, 200, published.text);
    return created.body.id;
  }

  const order = (by: PersonName, body: Json): Promise<Reply> =>
    requests.running.call('POST', '/requests', { ...as(by), body });

  async function createOrder(by: PersonName, body: Json): Promise<Json> {
    const reply = await order(by, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  }

  const decide = (by: PersonName, id: string, action = 'approve', body: Json = {}) =>
    requests.act(id, action, { ...as(by), body });

  const get = (by: PersonName, id: string) => requests.get(id, as(by));

  const decidable = async (by: PersonName): Promise<string[]> => {
    const list = await requests.call('GET', '?decidable=true', as(by));
    assert.equal(list.status, 200, list.text);
    return list.body.data.map((row: Json) => row.id);
  };

  return { requests, register, setPerson, publish, order, createOrder, decide, get, decidable, as };
}
