// Every role at every route, with an own and a foreign record, below both base URLs, compared with the role table.
import { isDeepStrictEqual } from 'node:util';
import { routes } from '../../server/src/app.ts';
import { may, type Role, roles } from '../../server/src/identity/index.ts';
import { permissionsOf } from '../../server/src/identity/roles.ts';
import type { Route } from '../../server/src/platform/http/routes/route.ts';
import { type Json, PREFIXES, type Reply } from '../../server/test/harness.ts';
import type { Report } from '../support/report.ts';
import { filled, makerOf, newCanary, openWorld, type Person, type World } from './records.ts';

/** Bodies for routes where the example of the schema is not valid for every caller. */
const bodies: Record<string, () => Json> = {
  'POST /incidents': () => ({ short_description: newCanary() }),
  'PATCH /incidents/:id': () => ({ state: 'cancelled' }),
  'POST /incidents/:id/notes': () => ({ body: 'seen', visibility: 'public' }),
  'POST /incidents/bulk': () => ({
    operation: 'create',
    records: [{ short_description: 'x' }],
    dry_run: true,
  }),
  'POST /cmdb/cis': () => ({ name: newCanary(), class: 'server' }),
  'PATCH /cmdb/cis/:id': () => ({ location: newCanary() }),
  'POST /cmdb/cis/bulk': () => ({
    operation: 'discover',
    records: [{ name: newCanary(), class: 'server' }],
    dry_run: true,
  }),
  'POST /clients': () => ({ name: newCanary(), roles: ['agent'] }),
  'PATCH /clients/:id': () => ({ name: newCanary() }),
  'POST /users': () => ({ email: `${newCanary()}@example.com`, name: 'N', roles: ['agent'] }),
  'PATCH /users/:id': () => ({ name: newCanary() }),
  'POST /groups': () => ({ name: newCanary() }),
  'PATCH /groups/:id': () => ({ email: 'group@example.com' }),
  'POST /webhooks/outbound': () => ({
    name: 'N',
    url: 'https://127.0.0.1:1/',
    events: ['incident.created'],
    active: false,
  }),
  'PATCH /webhooks/outbound/:id': () => ({ name: newCanary() }),
  'PATCH /webhooks/inbound/:id': () => ({ name: newCanary() }),
  'POST /webhooks/inbound/:id/preview': () => ({ payload: { title: 'x' } }),
};

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

const bodyOf = (row: Route): Json =>
  row.body && (bodies[nameOf(row)]?.() ?? (row.body as { examples?: Json[] }).examples?.[0] ?? {});

/** The status that the role table requires for the cell. */
type Expected = 'refused' | 'hidden' | 'served';

function expectedOf({ policy }: Route, role: Role, isForeign: boolean): Expected {
  const reach = policy === 'public' ? 'all' : policy[role];
  if (!reach) return 'refused';
  return reach === 'own' && isForeign ? 'hidden' : 'served';
}

const seen = ({ status, body }: Reply): string => {
  if (status === 403 && body?.code === 'insufficient_role') return 'refused';
  if (status === 404) return 'hidden';
  return status < 300 ? 'served' : `${status} ${body?.code}`;
};

async function recordFor(world: World, row: Route, owner: Person) {
  const params = await makerOf(row.path)?.(world, owner, newCanary());
  if (params && nameOf(row) === 'POST /incidents/:id/restore')
    await world.instance.call('DELETE', `/incidents/${params['id']}`, { token: world.admin.token });
  return params;
}

/** Routes take their policy from the one table; a route with its own policy is a fault. */
const offTable = (): string[] => {
  const table = permissionsOf(roles).map(({ name }) => may(name));
  return routes
    .filter(({ policy }) => policy !== 'public' && !table.some((known) => known === policy))
    .map((row) => `${nameOf(row)} has a policy that is not in identity/roles.ts`);
};

/** `every` 1 tests each cell; n tests every nth. */
export async function proveMatrix(every: number): Promise<Report> {
  const world = await openWorld();
  const faults = offTable();
  let [turn, cells] = [0, 0];
  try {
    const people = await Promise.all(
      roles.map(async (role) => ({
        role,
        mine: await world.person(role),
        other: await world.person(role),
      })),
    );
    for (const row of routes.filter(({ policy }) => policy !== 'public')) {
      const hasRecord = makerOf(row.path) !== undefined;
      for (const prefix of PREFIXES) {
        for (const { role, mine, other } of people) {
          for (const isForeign of hasRecord ? [false, true] : [false]) {
            turn += 1;
            if (turn % every !== 0) continue;
            cells += 1;
            const params = await recordFor(world, row, isForeign ? other : mine);
            const reply = await world.instance.call(row.method, filled(row.path, params ?? {}), {
              token: mine.token,
              prefix,
              body: bodyOf(row),
            });
            const expected = expectedOf(row, role, isForeign);
            const where = `${prefix} ${nameOf(row)} as ${role}, ${isForeign ? 'another’s' : 'own'}`;
            if (seen(reply) !== expected)
              faults.push(`${where}: expected ${expected}, got ${seen(reply)}`);
            const required = Object.keys(row.policy);
            if (expected === 'refused' && !isDeepStrictEqual(reply.body.required_roles, required))
              faults.push(`${where}: required_roles ${reply.body.required_roles}`);
          }
        }
      }
    }
  } finally {
    await world.instance.stop();
  }
  return { figures: { routes: routes.length, cells, differences: faults.length }, faults };
}
