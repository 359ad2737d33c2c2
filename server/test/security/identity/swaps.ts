// Two requesters try each other's ids at every route that takes one: no foreign byte is returned, nothing changes. One
// has opened an incident; the other one's was opened by an agent, and had the first as its requester before.
import { isDeepStrictEqual } from 'node:util';
import { routes } from '../../../src/app.ts';
import type { Route } from '../../../src/platform/http/routes/route.ts';
import { type Json, PREFIXES } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import {
  fillPath,
  makerOf,
  makers,
  newCanary,
  openWorld,
  type Person,
  type World,
} from '../../support/records.ts';

interface Owner {
  person: Person;
  /** The history of the owner's own incident names this person. */
  formerRequester: Person | undefined;
  canary: string;
  /** Watches the owner's records and does nothing else, so that nothing that the owner reads names this person. */
  watcher: Person;
  /** The path parameters identify one record of each kind, by path prefix. */
  records: Record<string, Record<string, string>>;
}

/** An agent owns these records, since requesters cannot have one; they must not see it either. */
const unowned = [
  '/jobs/:id',
  '/changes/:id/notes/:note_id/attachments/:attachment_id',
  '/cmdb/cis/:id',
  '/tasks/:id',
];

/** Moves the incident of an agent from one requester to another, in another case than that of their tokens. */
async function handOver(
  { instance, admin: { token } }: World,
  { id = '' }: Record<string, string>,
  people: readonly Person[],
): Promise<void> {
  for (const { email } of people) {
    const body = { requester: email.toUpperCase() };
    await instance.call('PATCH', `/incidents/${id}`, { token, body });
  }
}

/** Links the record to another one of the same owner, whose name the link shows. */
async function linkOwn(
  { instance, admin: { token } }: World,
  path: string,
  ids: readonly (string | undefined)[],
): Promise<void> {
  const [id, other] = ids;
  const body = { kind: 'related_to', record: { id: other } };
  await instance.call('POST', `${path}/${id}/links`, { token, body });
}

/** The owner sees who is in copy. A watcher of the record must be hidden from the owner, too. */
async function addParticipants(
  { instance, admin }: World,
  path: string,
  { id = '' }: Record<string, string>,
  canary: string,
  watcher: Person,
): Promise<void> {
  const participants = [
    { email: `${canary}@example.com`, kind: 'cc' },
    { email: watcher.email, kind: 'watcher' },
  ];
  const { token } = admin;
  await instance.call('PUT', `${path}/${id}/participants`, { token, body: { participants } });
}

async function createRecords(
  world: World,
  person: Person,
  formerRequester?: Person,
): Promise<Owner> {
  const canary = newCanary();
  const kinds = [
    '/incidents/:id/notes/:note_id/attachments/:attachment_id',
    '/requests/:id/notes/:note_id/attachments/:attachment_id',
    '/notifications/:id',
    '/profile/api-keys/:id',
  ];
  const [agent, watcher] = [await world.person('agent'), await world.person('agent')];
  const records: Owner['records'] = {};
  for (const kind of unowned) records[kind] = (await makers[kind]?.(world, agent, canary)) ?? {};
  for (const kind of kinds) {
    const isHandedOver = formerRequester !== undefined && kind.startsWith('/incidents/');
    const opener = isHandedOver ? agent : person;
    const make = async () => {
      const made = (await makers[kind]?.(world, opener, canary)) ?? {};
      if (isHandedOver) await handOver(world, made, [formerRequester, person]);
      return made;
    };
    const record = await make();
    records[kind] = record;
    const [path] = /^\/(?:incidents|requests)/.exec(kind) ?? [];
    if (!path) continue;
    await linkOwn(world, path, [record['id'], (await make())['id']]);
    await addParticipants(world, path, record, canary, watcher);
  }
  return { person, formerRequester, canary, watcher, records };
}

/** Selects kinds that a requester can own, and those that no requester can read. */
const isSwapped = ({ path }: Route): boolean =>
  /^\/(incidents|requests|jobs|changes|cmdb|notifications|profile|tasks)\/.*:/.test(path);
/** No requester reads these parts of a record, not even of their own. */
const agentsOnly = new Set(['/incidents/:id/duplicates', '/requests/:id/tasks']);
const isUnowned = (path: string): boolean =>
  agentsOnly.has(path) || unowned.some((kind) => kind.split('/')[1] === path.split('/')[1]);

const paramsFor = ({ records }: Owner, path: string): Record<string, string> => {
  const kind = Object.keys(records).find((known) => known.split('/')[1] === path.split('/')[1]);
  return records[kind ?? ''] ?? {};
};

/** Returns URLs that name a record in the query. */
const queriesOf = ({ records, canary, person }: Owner): string[] => {
  const { id = '' } = paramsFor({ records } as Owner, '/incidents');
  const { id: requestId = '' } = paramsFor({ records } as Owner, '/requests');
  return [
    `/events?record=${requestId}`,
    `/requests?q=${canary}`,
    `/requests?q=${requestId}`,
    `/requests?requested_by=${encodeURIComponent(person.email)}`,
    '/requests',
    `/events?record=${id}`,
    `/incidents?q=${canary}`,
    `/incidents?q=${id}`,
    `/incidents?category=${canary}`,
    `/incidents?requester=${encodeURIComponent(person.email)}`,
    '/incidents',
    '/events',
    '/notifications',
    '/profile/api-keys',
  ];
};

const bodies: Record<string, Json> = {
  'PATCH /incidents/:id': { state: 'cancelled' },
  'POST /incidents/:id/notes': { body: 'from a stranger', visibility: 'public' },
  'PATCH /changes/:id': { state: 'cancelled' },
  'POST /changes/:id/notes': { body: 'from a stranger', visibility: 'public' },
  'PATCH /cmdb/cis/:id': { status: 'retired' },
  'PATCH /tasks/:id': { state: 'done' },
  'POST /requests/:id/tasks': { name: 'from a stranger' },
  'PATCH /requests/:id': { item: 'from a stranger' },
  'POST /requests/:id/notes': { body: 'from a stranger', visibility: 'public' },
};

const stateOf = ({ instance }: World, { records }: Owner): Promise<Json[]> =>
  Promise.all([
    instance.sql('select version, state, deleted_at from incidents where id = $1', [
      paramsFor({ records } as Owner, '/incidents')['id'],
    ]),
    instance.sql('select version, state from service_requests where id = $1', [
      paramsFor({ records } as Owner, '/requests')['id'],
    ]),
    instance.sql('select version, state from changes where id = $1', [
      paramsFor({ records } as Owner, '/changes')['id'],
    ]),
    instance.sql('select version, state from request_tasks where id = $1', [
      paramsFor({ records } as Owner, '/tasks')['id'],
    ]),
    instance.sql('select version, status from cis where id = $1', [
      paramsFor({ records } as Owner, '/cmdb')['id'],
    ]),
    instance.sql('select read_at from notifications where id = $1', [
      records['/notifications/:id']?.['id'],
    ]),
    instance.sql('select revoked_at from api_keys where id = $1', [
      records['/profile/api-keys/:id']?.['id'],
    ]),
    instance.sql('select status from bulk_jobs where id = $1', [records['/jobs/:id']?.['id']]),
  ]);

/** Checks that the owner sees the canary; otherwise the test would show nothing. */
async function blindOwners(world: World, owners: Owner[]): Promise<string[]> {
  const faults: string[] = [];
  for (const owner of owners) {
    const { token } = owner.person;
    const paths = [
      ...routes
        .filter(
          (row) =>
            isSwapped(row) &&
            row.method === 'GET' &&
            !isUnowned(row.path) &&
            !row.path.endsWith('/sla') &&
            !row.path.endsWith('/rules'),
        )
        .map(({ path }) => fillPath(path, paramsFor(owner, path))),
      ...queriesOf(owner),
    ];
    for (const path of paths) {
      const { text } = await world.instance.call('GET', path, { token });
      if (!text.includes(owner.canary))
        faults.push(`the owner does not see the canary at ${path}: ${text.slice(0, 200)}`);
    }
  }
  return faults;
}

export async function proveSwaps(swaps: number, seed: number): Promise<Report> {
  const world = await openWorld();
  const random = randomFrom(seed);
  const faults: string[] = [];
  const statuses: Record<string, number> = {};
  try {
    const [one, two] = [await world.person('requester'), await world.person('requester')];
    const owners = await Promise.all([createRecords(world, one), createRecords(world, two, one)]);
    faults.push(...(await blindOwners(world, owners)));
    const rows = routes.filter((row) => isSwapped(row) && makerOf(row.path) !== undefined);
    const before = await Promise.all(owners.map((owner) => stateOf(world, owner)));
    const swap = async (n: number): Promise<void> => {
      const [me, other] = n % 2 === 0 ? owners : owners.toReversed();
      if (!me || !other) return;
      const row = random.below(rows.length + 1) === 0 ? undefined : random.pick(rows);
      const [mine, theirs] = [paramsFor(me, row?.path ?? ''), paramsFor(other, row?.path ?? '')];
      const names = Object.keys(theirs);
      // At least one parameter is the other requester's; the rest may be anyone's.
      const foreign = random.pick(
        names.filter((name) => row?.path.includes(`:${name}`)).concat('id'),
      );
      const params = Object.fromEntries(
        names.map((name) => [
          name,
          name === foreign || random.below(2) === 0 ? theirs[name] : mine[name],
        ]),
      ) as Record<string, string>;
      const path = row ? fillPath(row.path, params) : random.pick(queriesOf(other));
      const reply = await world.instance.call(row?.method ?? 'GET', path, {
        token: me.person.token,
        prefix: random.pick(PREFIXES),
        body: row && bodies[`${row.method} ${row.path}`],
      });
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      const where = `${row?.method ?? 'GET'} ${path}`;
      const isNamed = me.formerRequester === other.person;
      const watchers = owners.map(({ watcher }) => watcher.email);
      const secrets = [...watchers, other.canary, ...(isNamed ? [] : [other.person.email])];
      const leaked = secrets.find((text) => reply.text.toLowerCase().includes(text));
      const isEcho =
        path.includes(leaked ?? '\0') || path.includes(encodeURIComponent(leaked ?? '\0'));
      if (leaked && !(isEcho && reply.status >= 400)) faults.push(`${where} shows ${leaked}`);
      if (row && reply.status < 400) faults.push(`${where} is ${reply.status}`);
    };
    const IN_FLIGHT = 8;
    for (let n = 0; n < swaps; n += IN_FLIGHT)
      await Promise.all(
        Array.from({ length: Math.min(IN_FLIGHT, swaps - n) }, (_, i) => swap(n + i)),
      );
    const after = await Promise.all(owners.map((owner) => stateOf(world, owner)));
    if (!isDeepStrictEqual(before, after))
      faults.push(`changed: ${JSON.stringify(before)} ${JSON.stringify(after)}`);
    const { 200: ok = 0, 403: refused = 0, 404: hidden = 0 } = statuses;
    return {
      figures: {
        swaps,
        routes: rows.length,
        hidden,
        refused,
        own_lists: ok,
        faults: faults.length,
        seed,
      },
      faults,
    };
  } finally {
    await world.instance.stop();
  }
}
