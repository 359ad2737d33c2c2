// Creates users with every role, and a record of every kind that a route can name, each with a unique text.
import { randomBytes } from 'node:crypto';
import type { Role } from '../../src/identity/index.ts';
import type { Route } from '../../src/platform/http/routes/route.ts';
import { type Instance, type Json, startInstance } from './harness.ts';
import { insertHeldMessage, mailText } from './messages.ts';

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

/** Nothing listens on this port, so connections are refused at once. */
const NOWHERE = 'https://127.0.0.1:1/';

/** The incident exists in every world, for bodies that name a record. */
const FIRST_INCIDENT = 'INC0000001';

/** Each world has a macro of every type, for bodies that name one. */
const macroIds = { incident: '1', change: '2', request: '3' } as const;
const macroOf = (type: keyof typeof macroIds): string => `mac_${macroIds[type].padStart(32, '0')}`;

const addMacros = async ({ instance }: World): Promise<void> => {
  for (const type of ['incident', 'change', 'request'] as const)
    await instance.sql(
      `insert into macros (id, name, record_type, actions, active, created_at, updated_at)
       values ($1, 'Urgent', $2, '[{"set": {"priority": "P2"}}]', true, now(), now())`,
      [macroOf(type), type],
    );
  await instance.sql('update rule_definitions set version = version + 1');
};

/** Outbound webhooks of a world send to an address that the instance must allow. */
/** No worker runs, so no mail is sent. */
export const worldEnvironment = { EGRESS_ALLOW: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9' };

/** Serves records that need no other ones, on an instance that may have some already. */
export async function worldOf(instance: Instance): Promise<World> {
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

export async function openWorld(): Promise<World> {
  const world = await worldOf(await startInstance({ env: worldEnvironment }));
  const first = await create(world, world.admin, '/incidents', { short_description: 'first' });
  if (first.id !== FIRST_INCIDENT) throw new Error(`the first incident is ${first.id}`);
  await addMacros(world);
  return world;
}

async function create({ instance }: World, { token }: Person, path: string, body: Json) {
  const reply = await instance.call('POST', path, { token, body });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.text}`);
  return reply.body;
}

type Params = Record<string, string>;
/** Records are created by their owner if the owner may create them, otherwise by the administrator. */
type Maker = (world: World, owner: Person, canary: string) => Promise<Params>;

const creatorOf = (owner: Person, { admin }: World, roles: Role[]): Person =>
  roles.includes(owner.role) ? owner : admin;

const incident: Maker = async (world, owner, canary) => {
  const by = creatorOf(owner, world, ['super_admin', 'itsm_manager', 'agent', 'requester']);
  const body = { short_description: canary, description: canary, category: canary };
  return { id: (await create(world, by, '/incidents', body)).id };
};

const serviceRequest: Maker = async (world, owner, canary) => {
  const by = creatorOf(owner, world, ['super_admin', 'itsm_manager', 'agent', 'requester']);
  const body = { short_description: canary, description: canary, item: canary };
  return { id: (await create(world, by, '/requests', body)).id };
};

/** The state is written directly, because nobody approves their own service request. */
const approvedRequest: Maker = async (world, owner, canary) => {
  const { id = '' } = await serviceRequest(world, owner, canary);
  await world.instance.sql(`update service_requests set state = 'approved' where id = $1`, [id]);
  return { id };
};

const task: Maker = async (world, owner, canary) => {
  const { id = '' } = await approvedRequest(world, owner, canary);
  const by = creatorOf(owner, world, ['super_admin', 'itsm_manager', 'agent']);
  return { id: (await create(world, by, `/requests/${id}/tasks`, { name: canary })).id };
};

const taskOfRequest: Maker = async (world, owner, canary) => {
  const { id: task_id = '' } = await task(world, owner, canary);
  const [row] = await world.instance.sql('select request_id from request_tasks where id = $1', [
    task_id,
  ]);
  return { id: row.request_id, task_id };
};

const agentMaker =
  (path: string, body: (canary: string) => Json): Maker =>
  async (world, owner, canary) => {
    const by = creatorOf(owner, world, ['super_admin', 'itsm_manager', 'agent']);
    return { id: (await create(world, by, path, body(canary))).id };
  };
const change = agentMaker('/changes', (canary) => ({
  short_description: canary,
  description: canary,
}));
const ci = agentMaker('/cmdb/cis', (canary) => ({
  name: canary,
  class: 'server',
  location: canary,
}));

const draftArticle = agentMaker('/knowledge/articles', (canary) => ({
  title: canary,
  body: canary,
}));
const articleInReview: Maker = async (world, owner, canary) => {
  const { id = '' } = await draftArticle(world, owner, canary);
  const { token } = world.admin;
  const body = { state: 'review' };
  await world.instance.call('PATCH', `/knowledge/articles/${id}`, { token, body });
  return { id };
};
const publishedArticle: Maker = async (world, owner, canary) => {
  const { id = '' } = await articleInReview(world, owner, canary);
  const { token } = world.admin;
  await world.instance.call('POST', `/knowledge/articles/${id}/publish`, { token });
  return { id };
};

const attachment =
  (path: string, record: Maker): Maker =>
  async (world, owner, canary) => {
    const { id = '' } = await record(world, owner, canary);
    const note = await create(world, world.admin, `${path}/${id}/notes`, {
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

/** The administrator links the record to the first incident. */
const link =
  (path: string, record: Maker): Maker =>
  async (world, owner, canary) => {
    const { id = '' } = await record(world, owner, canary);
    const body = { kind: 'related_to', record: { id: FIRST_INCIDENT } };
    return { id, link_id: (await create(world, world.admin, `${path}/${id}/links`, body)).id };
  };

const insert = async ({ instance }: World, text: string, values: unknown[]): Promise<Params> => {
  const [row] = await instance.sql(`${text} returning id`, values);
  return { id: row.id };
};

const adminMaker =
  (path: string, body: (canary: string) => Json): Maker =>
  async (world, _owner, canary) => {
    const record = await create(world, world.admin, path, body(canary));
    return { id: record.id ?? record.client_id };
  };

const outbound = adminMaker('/webhooks/outbound', (name) => ({
  name,
  url: NOWHERE,
  events: ['incident.created'],
  active: false,
}));
const inbound = adminMaker('/webhooks/inbound', (name) => ({
  name,
  field_mapping: { short_description: '{{ title }}' },
  secret_enabled: false,
}));

const failedDelivery = (world: World, webhookId: string): Promise<Params> =>
  insert(
    world,
    `insert into deliveries (id, webhook_id, event_id, event, record_type, record_id, sequence, replay, body,
       status, created_at, finished_at)
     values (delivery_id(uuidv7(), $1, 0), $1, uuidv7(), 'incident.created', 'incident', 'INC0000001', 1, 0, '{}',
       'failed', now(), now())`,
    [webhookId],
  );

/** A retry needs an active webhook; no test causes its event. */
const activeOutbound = adminMaker('/webhooks/outbound', (name) => ({
  name,
  url: NOWHERE,
  events: ['ci.discovered'],
}));

const retryingDelivery = (world: World, webhookId: string): Promise<Params> =>
  insert(
    world,
    `with delivery as (
       insert into deliveries (id, webhook_id, event_id, event, record_type, record_id, sequence, replay, body,
         status, attempts, created_at, next_attempt_at)
       values (delivery_id(uuidv7(), $1, 0), $1, uuidv7(), 'ci.discovered', 'ci', 'CI1', 1, 0, '{}',
         'retrying', 1, now(), now() + interval '1 day')
       returning *)
     insert into delivery_queue (id, webhook_id, record_id, sequence, in_order, due_at)
     select id, webhook_id, record_id, sequence, true, next_attempt_at from delivery`,
    [webhookId],
  );

/** The longest path prefix that matches decides. */
const identityProvider = adminMaker('/identity-providers', (name) => ({
  name,
  issuer: `https://login.example.net/${name}`,
  client_id: 'signalbox',
  client_secret: 'a secret of the provider',
  domains: ['example.com'],
}));

const draftItem = adminMaker('/catalog/items', (name) => ({
  name,
  category: name,
  summary: name,
  form: [{ key: 'question', label: name, type: 'text' }],
}));
const publishedItem: Maker = async (world, owner, canary) => {
  const { id = '' } = await draftItem(world, owner, canary);
  return { id: (await create(world, world.admin, `/catalog/items/${id}/publish`, {})).id };
};

const mailbox = adminMaker('/mailboxes', (name) => ({
  name,
  address: `${name.toLowerCase()}@example.com`,
  record_type: 'incident',
}));

export const makers: Record<string, Maker> = {
  '/incidents/:id': incident,
  '/incidents/:id/notes/:note_id/attachments/:attachment_id': attachment('/incidents', incident),
  '/requests/:id': serviceRequest,
  '/requests/:id/notes/:note_id/attachments/:attachment_id': attachment(
    '/requests',
    serviceRequest,
  ),
  '/requests/:id/tasks': approvedRequest,
  '/requests/:id/tasks/:task_id': taskOfRequest,
  '/tasks/:id': task,
  '/catalog/items/:id': publishedItem,
  '/catalog/items/:id/publish': draftItem,
  '/catalog/items/:id/versions/:version': async (world, owner, canary) => ({
    ...(await publishedItem(world, owner, canary)),
    version: '2',
  }),
  '/changes/:id': change,
  '/changes/:id/notes/:note_id/attachments/:attachment_id': attachment('/changes', change),
  '/cmdb/cis/:id': ci,
  '/knowledge/articles/:id': publishedArticle,
  '/knowledge/articles/:id/publish': articleInReview,
  '/knowledge/articles/:id/send-back': articleInReview,
  '/knowledge/articles/:id/versions/:version': async (world, owner, canary) => ({
    ...(await publishedArticle(world, owner, canary)),
    version: '1',
  }),
  '/incidents/:id/links/:link_id': link('/incidents', incident),
  '/requests/:id/links/:link_id': link('/requests', serviceRequest),
  '/changes/:id/links/:link_id': link('/changes', change),
  '/cmdb/cis/:id/links/:link_id': link('/cmdb/cis', ci),
  '/knowledge/articles/:id/links/:link_id': link('/knowledge/articles', publishedArticle),
  '/jobs/:id': async (world, owner, canary) => {
    const by = creatorOf(owner, world, ['super_admin', 'itsm_manager', 'agent']);
    const records = [{ short_description: canary }];
    const job = await create(world, by, '/incidents/bulk', { operation: 'create', records });
    return { id: job.job_id };
  },
  '/notifications/:id': (world, { email }, canary) =>
    insert(
      world,
      `insert into notifications (recipient, type, subject, data, created_at)
       values ($1, 'incident.assigned', $2, $3, now())`,
      [email, canary, { incident_id: 'INC0000001', short_description: canary }],
    ),
  '/profile/api-keys/:id': (world, { id }, canary) =>
    insert(
      world,
      `insert into api_keys (user_id, name, prefix, key_hash, expires_at, created_at)
       values ($1, $2, 'sbk_proo', $3, now() + interval '1 day', now())`,
      [id, canary, randomBytes(32)],
    ),
  '/profile/sessions/:id': async (world, { id }) => {
    const hash = randomBytes(16).toString('hex');
    await world.instance.sql(
      `insert into provider_state (id, content, uid_hash)
       values ('Grant:' || $1::text, '', null), ('Session:' || $1::text, '', $1::text)`,
      [hash],
    );
    return insert(
      world,
      `insert into sessions (user_id, client_id, grant_hash, uid_hash, created_at, last_used_at, ends_at)
       values ($1, 'console', $2, $2, now(), now(), now() + interval '12 hours')`,
      [id, hash],
    );
  },
  '/views/:id': async (world, owner, name) => ({
    id: (await create(world, owner, '/views', { name, list: 'incidents', query: { q: name } })).id,
  }),
  '/clients/:id': adminMaker('/clients', (name) => ({ name, roles: ['agent'] })),
  '/users/:id': adminMaker('/users', (name) => ({
    name,
    email: `${name}@example.com`,
    roles: ['agent'],
  })),
  '/directory/:email': async (world, _owner, canary) => {
    const email = `${canary}@example.com`;
    await create(world, world.admin, '/users', { name: canary, email, roles: ['requester'] });
    return { email };
  },
  '/groups/:id': adminMaker('/groups', (name) => ({ name })),
  // Every role reads service requests, and so their fields.
  '/fields/:id': adminMaker('/fields', (name) => ({
    record_type: 'request',
    key: name.toLowerCase().replaceAll(/[^a-z0-9]/g, '_'),
    type: 'text',
    label: name,
  })),
  '/sla-policies/:id': adminMaker('/sla-policies', (name) => ({
    name,
    record_type: 'incident',
    active: false,
    targets: { resolution: { P1: 3600 } },
  })),
  '/rules/:id': adminMaker('/rules', (name) => ({
    name,
    record_type: 'incident',
    on: 'created',
    active: false,
    actions: [{ set: { priority: 'P2' } }],
  })),
  '/macros/:id': adminMaker('/macros', (name) => ({
    name,
    record_type: 'incident',
    actions: [{ set: { priority: 'P2' } }],
  })),
  '/calendars/:id': adminMaker('/calendars', (name) => ({ name, time_zone: 'UTC', weekly: {} })),
  '/identity-providers/:id': identityProvider,
  '/identity-providers/:id/identities/:user_id': async (world, owner, canary) => {
    const { id = '' } = await identityProvider(world, owner, canary);
    await world.instance.sql(
      `insert into user_identities (issuer, subject, user_id, claims, linked_at, last_sign_in_at)
       select issuer, $2, $3, '{}', now(), now() from identity_providers where id = $1`,
      [id, canary, owner.id],
    );
    return { id, user_id: owner.id };
  },
  '/mailboxes/:id': mailbox,
  '/mail/:id': async (world, owner, canary) => {
    const { id = '' } = await mailbox(world, owner, canary);
    return { id: await insertHeldMessage(world.instance, id, canary) };
  },
  '/scim-connectors/:id': adminMaker('/scim-connectors', (name) => ({ name })),
  '/webhooks/outbound/:id': outbound,
  '/webhooks/outbound/:id/replay': async (world, owner, canary) => {
    const { id = '' } = await outbound(world, owner, canary);
    await failedDelivery(world, id);
    return { id };
  },
  '/webhooks/deliveries/:id': async (world, owner, canary) => {
    const { id = '' } = await outbound(world, owner, canary);
    return failedDelivery(world, id);
  },
  '/webhooks/deliveries/:id/retry': async (world, owner, canary) => {
    const { id = '' } = await activeOutbound(world, owner, canary);
    return retryingDelivery(world, id);
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

/** Returns undefined for a path without a record; a path that no maker knows is a fault of the test. */
export function makerOf(path: string): Maker | undefined {
  if (!path.includes(':')) return undefined;
  const fits = Object.keys(makers).filter((known) => `${path}/`.startsWith(`${known}/`));
  const best = fits.toSorted((a, b) => b.length - a.length)[0];
  const maker = best === undefined ? undefined : makers[best];
  if (!maker || (best?.match(/:/g) ?? []).length !== (path.match(/:/g) ?? []).length)
    throw new Error(`server/test/support/records.ts has no maker for ${path}`);
  return maker;
}

/** These routes require query parameters. */
const queries: Record<string, string> = {
  '/incidents/counts': '?by=state',
  '/search': '?q=first',
  '/condition-fields': '?record_type=incident',
  '/changes/calendar': '?from=2026-11-01T00:00:00Z&to=2026-11-30T00:00:00Z',
};

export const fillPath = (path: string, params: Params): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing')) +
  (queries[path] ?? '');

export const newCanary = (): string => `canary-${randomBytes(8).toString('hex')}`;

/** These routes need their own body, because the example of the schema is not valid for every caller. */
const bodies: Record<string, () => Json> = {
  'PUT /presence': () => ({ record: { type: 'incident', id: FIRST_INCIDENT }, mode: 'viewing' }),
  'POST /incidents': () => ({ short_description: newCanary() }),
  'PATCH /incidents/:id': () => ({ state: 'cancelled' }),
  'POST /incidents/:id/notes': () => ({ body: 'seen', visibility: 'public' }),
  'POST /incidents/:id/merge': () => ({ into: FIRST_INCIDENT }),
  'POST /incidents/bulk': () => ({
    operation: 'create',
    records: [{ short_description: 'x' }],
    dry_run: true,
  }),
  'POST /requests': () => ({ short_description: newCanary() }),
  'PATCH /requests/:id': () => ({ item: newCanary() }),
  'POST /requests/:id/notes': () => ({ body: 'seen', visibility: 'public' }),
  'POST /requests/:id/tasks': () => ({ name: newCanary() }),
  'PATCH /tasks/:id': () => ({ name: newCanary() }),
  'POST /changes': () => ({ short_description: newCanary() }),
  'PATCH /changes/:id': () => ({ description: newCanary() }),
  'POST /fields': () => ({
    record_type: 'ci',
    key: newCanary().replace('-', '_'),
    type: 'text',
    label: 'Rack',
  }),
  'POST /calendars': () => ({ name: newCanary(), time_zone: 'UTC', weekly: {} }),
  'POST /calendars/preview': () => ({ time_zone: 'UTC', weekly: {} }),
  'PATCH /calendars/:id': () => ({ name: newCanary() }),
  'POST /calendars/:id/preview': () => ({ weekly: {} }),
  'POST /sla-policies': () => ({
    name: newCanary(),
    record_type: 'incident',
    active: false,
    targets: { resolution: { P1: 3600 } },
  }),
  'POST /sla-policies/preview': () => ({
    record_type: 'incident',
    targets: { resolution: { P1: 3600 } },
  }),
  'PATCH /sla-policies/:id': () => ({ name: newCanary() }),
  'POST /rules': () => ({
    name: newCanary(),
    record_type: 'incident',
    on: 'created',
    active: false,
    actions: [{ set: { priority: 'P2' } }],
  }),
  'POST /rules/preview': () => ({
    rule: { record_type: 'incident', on: 'created', actions: [{ set: { priority: 'P2' } }] },
    since: '2026-11-01T00:00:00.000Z',
  }),
  'PATCH /rules/:id': () => ({ name: newCanary() }),
  'POST /macros': () => ({
    name: newCanary(),
    record_type: 'incident',
    actions: [{ set: { priority: 'P2' } }],
  }),
  'PATCH /macros/:id': () => ({ name: newCanary() }),
  'POST /incidents/:id/apply-macro': () => ({ macro_id: macroOf('incident') }),
  'POST /changes/:id/apply-macro': () => ({ macro_id: macroOf('change') }),
  'POST /requests/:id/apply-macro': () => ({ macro_id: macroOf('request') }),
  'POST /cmdb/cis': () => ({ name: newCanary(), class: 'server' }),
  'PATCH /cmdb/cis/:id': () => ({ location: newCanary() }),
  'POST /cmdb/cis/bulk': () => ({
    operation: 'create',
    records: [{ name: newCanary(), class: 'server' }],
    dry_run: true,
  }),
  'POST /knowledge/articles': () => ({ title: newCanary(), body: newCanary() }),
  'PATCH /knowledge/articles/:id': () => ({ category: newCanary() }),
  'POST /ai/analyze': () => ({ record_type: 'incident', record_id: FIRST_INCIDENT }),
  'POST /views': () => ({ name: newCanary(), list: 'incidents' }),
  'PATCH /views/:id': () => ({ name: newCanary() }),
  'POST /clients': () => ({ name: newCanary(), roles: ['agent'] }),
  'PATCH /clients/:id': () => ({ name: newCanary() }),
  'POST /users': () => ({ email: `${newCanary()}@example.com`, name: 'N', roles: ['agent'] }),
  'PATCH /users/:id': () => ({ name: newCanary() }),
  'POST /groups': () => ({ name: newCanary() }),
  'PATCH /groups/:id': () => ({ email: 'group@example.com' }),
  'PATCH /me': () => ({ locale: 'de-CH' }),
  'POST /identity-providers': () => {
    const name = newCanary();
    return {
      name,
      issuer: `https://login.example.net/${name}`,
      client_id: 'signalbox',
      client_secret: 'a secret of the provider',
      domains: ['example.com'],
    };
  },
  'PATCH /identity-providers/:id': () => ({ name: newCanary() }),
  'POST /identity-providers/:id/preview': () => ({ claims: {} }),
  'POST /mailboxes': () => ({
    name: newCanary(),
    address: `${newCanary().toLowerCase()}@example.com`,
    record_type: 'incident',
  }),
  'PATCH /mailboxes/:id': () => ({ name: newCanary() }),
  'POST /mailboxes/:id/messages': () => mailText(),
  'POST /mail/:id/attach': () => ({ record_id: FIRST_INCIDENT }),
  'POST /scim-connectors': () => ({ name: newCanary() }),
  'PATCH /scim-connectors/:id': () => ({ name: newCanary() }),
  'POST /users/:id/hand-over': () => ({}),
  'POST /webhooks/outbound': () => ({
    name: 'N',
    url: 'https://127.0.0.1:1/',
    events: ['incident.created'],
    active: false,
  }),
  'POST /webhooks/outbound/:id/replay': () => ({
    status: 'failed',
    since: '2020-01-01T00:00:00Z',
    until: '2100-01-01T00:00:00Z',
  }),
  'PATCH /webhooks/outbound/:id': () => ({ name: newCanary() }),
  'PATCH /webhooks/inbound/:id': () => ({ name: newCanary() }),
  'POST /webhooks/inbound/:id/preview': () => ({ payload: { title: 'x' } }),
};

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Routes that every record type has need the same body for each. */
const suffixBodies: Record<string, () => Json> = {
  '/:id/participants': () => ({ participants: [{ email: 'cc@example.com', kind: 'cc' }] }),
  '/:id/links': () => ({ kind: 'related_to', record: { id: FIRST_INCIDENT } }),
};

const bodyBySuffix = ({ path }: Route): Json =>
  Object.entries(suffixBodies).find(([suffix]) => path.endsWith(suffix))?.[1]();

export const bodyOf = (row: Route): Json =>
  row.body &&
  (bodies[nameOf(row)]?.() ??
    bodyBySuffix(row) ??
    (row.body as { examples?: Json[] }).examples?.[0] ??
    {});

type Prepare = (world: World, id: string) => Promise<unknown>;

/** Brings a new record into a state in which the route is valid. */
const preparations: Record<string, Prepare> = {
  'POST /incidents/:id/confirm': ({ instance, admin }, id) =>
    instance.call('POST', `/incidents/${id}/resolve`, {
      token: admin.token,
      body: { resolution: newCanary() },
    }),
  'POST /incidents/:id/unmerge': ({ instance, admin }, id) =>
    instance.call('POST', `/incidents/${id}/merge`, {
      token: admin.token,
      body: { into: FIRST_INCIDENT },
    }),
  'POST /incidents/:id/restore': ({ instance, admin }, id) =>
    instance.call('DELETE', `/incidents/${id}`, { token: admin.token }),
  'POST /users/:id/hand-over': async ({ instance, admin }, id) => {
    const { body } = await instance.call('GET', `/users/${id}`, { token: admin.token });
    return instance.call('POST', '/incidents', {
      token: admin.token,
      body: { short_description: newCanary(), assigned_to: body.email },
    });
  },
  'POST /knowledge/articles/:id/restore': ({ instance, admin }, id) =>
    instance.call('DELETE', `/knowledge/articles/${id}`, { token: admin.token }),
  'DELETE /knowledge/articles/:id/pending': async ({ instance, person }, id) =>
    instance.call('PATCH', `/knowledge/articles/${id}`, {
      token: (await person('agent')).token,
      body: { category: newCanary() },
    }),
  'POST /requests/:id/fulfil': async ({ instance, person }, id) =>
    instance.call('POST', `/requests/${id}/approve`, {
      token: (await person('itsm_manager')).token,
    }),
  'POST /changes/:id/submit': async ({ instance, person, admin }, id) => {
    await instance.call('POST', `/changes/${id}/reject`, {
      token: (await person('itsm_manager')).token,
    });
    await instance.call('PATCH', `/changes/${id}`, {
      token: admin.token,
      body: { state: 'draft' },
    });
  },
};

/** Nobody may decide on their own record, so the administrator owns the records of these routes. */
const decisions = new Set(
  ['/requests', '/changes'].flatMap((path) => [
    `POST ${path}/:id/approve`,
    `POST ${path}/:id/reject`,
  ]),
);

/** Callers limited to their own records can still see published articles, so a hidden article is a draft. */
const hiddenMakers: Readonly<Record<string, Maker>> = { '/knowledge/articles': draftArticle };

/** Creates a record of another owner that callers limited to their own records may not see. */
export const hiddenRecordFor = async (world: World, row: Route, owner: Person) => {
  const hidden = Object.keys(hiddenMakers).find((path) => row.path.startsWith(path));
  return hidden ? hiddenMakers[hidden]?.(world, owner, newCanary()) : recordFor(world, row, owner);
};

/** Creates a record in the state that the route needs; returns undefined for a path without a record. */
export async function recordFor(world: World, row: Route, owner: Person) {
  const maker = decisions.has(nameOf(row)) ? world.admin : owner;
  const params = await makerOf(row.path)?.(world, maker, newCanary());
  if (params) await preparations[nameOf(row)]?.(world, params['id'] ?? '');
  return params;
}
