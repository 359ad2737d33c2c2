// The unversioned root is an alias of the current version: every route, below both, gives the same status, headers and
// shape of body. The other files of this folder use the current version only.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routes } from '../../src/app.ts';
import { apiUrl, CURRENT_VERSION } from '../../src/platform/http/request/request-url.ts';
import type { Route } from '../../src/platform/http/routes/route.ts';
import { type Json, PREFIXES, type Reply, type RequestOptions } from '../support/harness.ts';
import {
  bodyOf,
  fillPath,
  nameOf,
  openWorld,
  recordFor,
  type World,
  type Person,
} from '../support/records.ts';

/** These headers differ from request to request; only their presence is compared. */
const VARIABLE = new Set([
  'content-length',
  'date',
  'etag',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);

/** The job of a request is at its canonical address, whichever root was requested. */
const CANONICAL = new Set([
  'POST /incidents/bulk',
  'POST /cmdb/cis/bulk',
  'POST /webhooks/outbound/:id/replay',
  'POST /users/:id/hand-over',
]);

interface Exchange {
  reply: Reply;
  prefix: string;
  /** The ids of the records of this request differ from those of the other. */
  ids: readonly string[];
  isCanonical?: boolean;
}

/** Replaces root, ids and cursors of the text by their names. */
const mask = (text: string, { prefix, ids }: Exchange): string =>
  ids
    .reduce((rest, id) => rest.replaceAll(id, '{id}'), text)
    .replaceAll(`The API is at ${apiUrl('https://desk.example.com', '')},`, 'The API is at {api},')
    .replaceAll(`${prefix}/`, '{root}/')
    .replaceAll(/canary-\w+/g, '{canary}')
    .replaceAll(/cursor=[\w-]+/g, 'cursor={cursor}');

function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

/** A refusal is compared word by word, except its request id. */
const bodyOfExchange = (exchange: Exchange): Json => {
  const { status, body, text } = exchange.reply;
  if (status < 400) return shapeOf(body ?? text);
  return JSON.parse(
    mask(JSON.stringify({ ...body, request_id: typeof body?.request_id }), exchange),
  );
};

function comparable(exchange: Exchange) {
  const { status, headers } = exchange.reply;
  const valueOf = (name: string, value: string) => {
    if (VARIABLE.has(name)) return '';
    if (name !== 'location') return mask(value, exchange);
    const prefix = exchange.isCanonical ? CURRENT_VERSION : exchange.prefix;
    return mask(value, { ...exchange, prefix }).replace(/[^/]+$/, '{id}');
  };
  return {
    status,
    headers: Object.fromEntries([...headers].map(([name, value]) => [name, valueOf(name, value)])),
    body: bodyOfExchange(exchange),
  };
}

describe('The unversioned root', () => {
  let world: World;
  /** Must not be the administrator, who creates the records: nobody may decide their own. */
  let caller: Person;
  before(async () => {
    world = await openWorld();
    caller = await world.person('super_admin');
    // Each list gets a first entry, so that shapes are compared and not empty lists.
    for (const row of routes) await recordFor(world, row, caller);
  });
  after(() => world.instance.stop());

  const compare = async (send: (prefix: string) => Promise<Exchange>) => {
    const [alias, current] = await Promise.all(
      PREFIXES.map(async (prefix) => comparable(await send(prefix))),
    );
    assert.deepEqual(alias, current);
    return current?.status;
  };

  const send = async (method: string, path: string, options: RequestOptions, prefix: string) => {
    const { token } = caller;
    const reply = await world.instance.call(method, path, { token, ...options, prefix });
    return { reply, prefix, ids: [] };
  };

  /** Sends each request to a new record. */
  const sendTo = (row: Route, options: RequestOptions) => async (prefix: string) => {
    const params = (await recordFor(world, row, caller)) ?? {};
    const path = fillPath(row.path, params);
    const exchange = await send(row.method, path, { body: bodyOf(row), ...options }, prefix);
    // A number, such as that of a version, is the same for both.
    const ids = Object.values(params).filter((id) => !/^\d+$/.test(id));
    return { ...exchange, ids, isCanonical: CANONICAL.has(nameOf(row)) };
  };

  for (const row of routes) {
    test(`${nameOf(row)} responds alike below both roots`, async () => {
      const status = await compare(sendTo(row, {}));
      assert.ok(status !== undefined && status < 300, `${status}`);
      await compare(sendTo(row, { token: 'a.b.c' }));
      if (row.path.includes(':'))
        await compare((prefix) =>
          send(row.method, fillPath(row.path, {}), { body: bodyOf(row) }, prefix),
        );
      if (row.body) await compare(sendTo(row, { body: '{' }));
    });
  }

  test('the links of a list stay below the root that was requested', async () => {
    await compare((prefix) => send('GET', '/incidents?limit=1&page=1', {}, prefix));
  });

  test('an unknown path and a wrong method are refused alike below both roots', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['PUT', '/incidents'],
      ['OPTIONS', '/incidents'],
    ] as const)
      await compare((prefix) => send(method, path, {}, prefix));
  });
});
