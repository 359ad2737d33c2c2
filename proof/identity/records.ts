// Users with every role, and a record of every kind that a route can name, each with a unique text.
import { randomBytes } from 'node:crypto';
import { type Role } from '../../server/src/identity/index.ts';
import { type Instance, type Json, startInstance } from '../../server/test/harness.ts';

export interface Person {
  id: string;
  email: string;
  role: Role;
  token: string;
}

export interface World {
  instance: Instance;
  admin: Person;
  person: (role: Role) => Promise<Person>;
}

/** Nothing listens on this port; an immediate connection refusal is enough. */
const NOWHERE = 'https://127.0.0.1:1/';

export async function openWorld(): Promise<World> {
  const instance = await startInstance({ env: { EGRESS_ALLOW: '127.0.0.1' } });
  const person = async (role: Role): Promise<Person> => {
    const email = `${role}.${randomBytes(5).toString('hex')}@example.com`;
    const { body } = await instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email, name: role, roles: [role] },
    });
    const auth_time = Math.floor(Date.now() / 1000);
    const token = await instance.mint({ sub: body.id, email, roles: [role], auth_time });
    return { id: body.id, email, role, token };
  };
  return { instance, person, admin: await person('super_admin') };
}

async function made({ instance }: World, { token }: Person, path: string, body: Json) {
  const reply = await instance.call('POST', path, { token, body });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.text}`);
  return reply.body;
}

type Params = Record<string, string>;
/** Creates records as their owner if the owner may, else as the administrator. */
type Maker = (world: World, owner: Person, canary: string) => Promise<Params>;

const makersOf = (owner: Person, { admin }: World, roles: Role[]): Person =>
  roles.includes(owner.role) ? owner : admin;

const incident: Maker = async (world, owner, canary) => {
  const by = makersOf(owner, world, ['super_admin', 'itsm_manager', 'agent', 'requester']);
  const body = { short_description: canary, description: canary, category: canary };
  return { id: (await made(world, by, '/incidents', body)).id };
};

const attachment: Maker = async (world, owner, canary) => {
  const { id = '' } = await incident(world, owner, canary);
  const note = await made(world, world.admin, `/incidents/${id}/notes`, {
    body: canary,
    visibility: 'public',
    attachments: [
      {
        filename: `${canary}.txt`,
        content_type: 'text/plain',
        data: Buffer.from(canary).toString('base64'),
      },
    ],
  });
  return { id, note_id: note.id, attachment_id: note.attachments[0].id };
};

const inserted = async ({ instance }: World, text: string, values: unknown[]): Promise<Params> => {
  const [row] = await instance.sql(`${text} returning id`, values);
  return { id: row.id };
};

const administered =
  (path: string, body: (canary: string) => Json): Maker =>
  async (world, _owner, canary) => {
    const record = await made(world, world.admin, path, body(canary));
    return { id: record.id ?? record.client_id };
  };

const outbound = administered('/webhooks/outbound', (name) => ({
  name,
  url: NOWHERE,
  events: ['incident.created'],
  active: false,
}));
const inbound = administered('/webhooks/inbound', (name) => ({
  name,
  field_mapping: { short_description: '{{ title }}' },
  secret_enabled: false,
}));

/** By path prefix; the longest match counts. */
export const makers: Record<string, Maker> = {
  '/incidents/:id': incident,
  '/incidents/:id/notes/:note_id/attachments/:attachment_id': attachment,
  '/cmdb/cis/:id': administered('/cmdb/cis', (name) => ({ name, class: 'server' })),
  '/jobs/:id': async (world, owner, canary) => {
    const by = makersOf(owner, world, ['super_admin', 'itsm_manager', 'agent']);
    const records = [{ short_description: canary }];
    const job = await made(world, by, '/incidents/bulk', { operation: 'create', records });
    return { id: job.job_id };
  },
  '/notifications/:id': (world, { email }, canary) =>
    inserted(
      world,
      `insert into notifications (recipient, type, subject, data, created_at)
       values ($1, 'incident.assigned', $2, $3, now())`,
      [email, canary, { incident_id: 'INC0000001', short_description: canary }],
    ),
  '/profile/api-keys/:id': (world, { id }, canary) =>
    inserted(
      world,
      `insert into api_keys (user_id, name, prefix, key_hash, expires_at, created_at)
       values ($1, $2, 'sbk_proo', $3, now() + interval '1 day', now())`,
      [id, canary, randomBytes(32)],
    ),
  '/clients/:id': administered('/clients', (name) => ({ name, roles: ['agent'] })),
  '/users/:id': administered('/users', (name) => ({
    name,
    email: `${name}@example.com`,
    roles: ['agent'],
  })),
  '/groups/:id': administered('/groups', (name) => ({ name })),
  '/webhooks/outbound/:id': outbound,
  '/webhooks/deliveries/:id': async (world, owner, canary) => {
    const { id } = await outbound(world, owner, canary);
    return inserted(
      world,
      `insert into deliveries (id, webhook_id, event_id, event, record_type, record_id, sequence, replay, body,
         status, created_at, finished_at)
       values (delivery_id(uuidv7(), $1, 0), $1, uuidv7(), 'incident.created', 'incident', 'INC0000001', 1, 0, '{}',
         'failed', now(), now())`,
      [id],
    );
  },
  '/webhooks/inbound/:id': inbound,
  '/webhooks/inbound/:id/events/:event_id': async (world, owner, canary) => {
    const { id = '' } = await inbound(world, owner, canary);
    const sent = await world.instance.call('POST', `/webhooks/inbound/${id}`, {
      as: null,
      body: { title: canary },
    });
    return { id, event_id: sent.body.event_id };
  },
};

/** Undefined for a path without a record; an unknown kind of path is a fault of the proof. */
export function makerOf(path: string): Maker | undefined {
  if (!path.includes(':')) return undefined;
  const fits = Object.keys(makers).filter((known) => `${path}/`.startsWith(`${known}/`));
  const best = fits.toSorted((a, b) => b.length - a.length)[0];
  const maker = best === undefined ? undefined : makers[best];
  if (!maker || (best?.match(/:/g) ?? []).length !== (path.match(/:/g) ?? []).length)
    throw new Error(`proof/identity/records.ts makes no record for ${path}`);
  return maker;
}

export const filled = (path: string, params: Params): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'));

export const newCanary = (): string => `canary-${randomBytes(8).toString('hex')}`;
