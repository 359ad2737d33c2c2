// Every role gets the status of the role table at every route, with an own and a foreign record, and with an incident that
// somebody else opened for the caller, below both base URLs.
import { isDeepStrictEqual } from 'node:util';
import { routes } from '../../../src/app.ts';
import { may, type Role, roles } from '../../../src/identity/index.ts';
import { permissionsOf } from '../../../src/identity/roles.ts';
import type { Route } from '../../../src/platform/http/routes/route.ts';
import { PREFIXES, type Reply } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import {
  bodyOf,
  fillPath,
  hiddenRecordFor,
  makerOf,
  nameOf,
  openWorld,
  type Person,
  recordFor,
  type World,
} from '../../support/records.ts';

/** The role table requires one of these outcomes for each cell. */
type Expected = 'refused' | 'hidden' | 'served';

type Holding = 'own' | 'another’s' | 'requested';

/** A mailbox names its clients, so that to a person it is always another’s. */
const ownedByClients: ReadonlySet<string> = new Set(['/mailboxes/:id/messages']);

const holdingsOf = ({ path }: Route): Holding[] => {
  if (makerOf(path) === undefined) return ['own'];
  return path.startsWith('/incidents/') ? ['own', 'another’s', 'requested'] : ['own', 'another’s'];
};

/** The address is written in another case than that of the caller's token. */
const nameRequester = ({ instance }: World, id: string, { email }: Person): Promise<unknown> =>
  instance.sql('update incidents set requester = $1 where id = $2', [email.toUpperCase(), id]);

function outcomeByTable({ policy }: Route, role: Role, isForeign: boolean): Expected {
  const reach = policy === 'public' ? 'all' : policy[role];
  if (!reach) return 'refused';
  return reach === 'own' && isForeign ? 'hidden' : 'served';
}

const outcomeOf = ({ status, body }: Reply): string => {
  if (status === 403 && body?.code === 'insufficient_role') return 'refused';
  if (status === 404) return 'hidden';
  return status < 300 ? 'served' : `${status} ${body?.code}`;
};

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
  let [index, cells] = [0, 0];
  try {
    const people = await Promise.all(
      roles.map(async (role) => ({
        role,
        mine: await world.person(role),
        other: await world.person(role),
      })),
    );
    for (const row of routes.filter(({ policy }) => policy !== 'public')) {
      for (const prefix of PREFIXES) {
        for (const { role, mine, other } of people) {
          for (const holding of holdingsOf(row)) {
            const isForeign = holding === 'another’s' || ownedByClients.has(row.path);
            index += 1;
            if (index % every !== 0) continue;
            cells += 1;
            const expected = outcomeByTable(row, role, isForeign);
            const params = await (expected === 'hidden' ? hiddenRecordFor : recordFor)(
              world,
              row,
              holding === 'own' ? mine : other,
            );
            if (holding === 'requested') await nameRequester(world, params?.['id'] ?? '', mine);
            const reply = await world.instance.call(row.method, fillPath(row.path, params ?? {}), {
              token: mine.token,
              prefix,
              body: bodyOf(row),
            });
            const where = `${prefix} ${nameOf(row)} as ${role}, ${holding}`;
            if (outcomeOf(reply) !== expected)
              faults.push(`${where}: expected ${expected}, got ${outcomeOf(reply)}`);
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
