// These cases cover the profile of the caller, the directory, clients, users, groups, settings and health.
import { randomUUID } from 'node:crypto';
import { ABSENT, type Case, type MethodName, unique, type World } from './world.ts';

const newClient = ({ admin }: World) => admin.clients.create({ name: 'x', roles: ['agent'] });
const newUser = ({ admin }: World) =>
  admin.users.create({
    email: `${unique('u').replaceAll(' ', '-')}@example.com`,
    name: 'Ada',
    roles: ['agent'],
  });
const newProvider = ({ admin }: World) =>
  admin.identityProviders.create({
    name: unique('Corp'),
    issuer: `https://login.example.net/${randomUUID()}`,
    client_id: 'signalbox',
    client_secret: 'a secret of the provider',
    domains: ['example.com'],
  });
const newConnector = ({ admin }: World) => admin.scimConnectors.create({ name: unique('Entra') });
const newField = ({ manager }: World) =>
  manager.fields.create({
    record_type: 'ci',
    key: unique('k')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '_'),
    type: 'text',
    label: 'Rack',
  });
const newCalendar = ({ manager }: World) =>
  manager.calendars.create({ name: 'Office hours', time_zone: 'Europe/Berlin', weekly: {} });
const newPolicy = ({ manager }: World) =>
  manager.slaPolicies.create({
    name: 'Gold',
    record_type: 'incident',
    active: false,
    targets: { resolution: { P1: 3600 } },
  });
const newGroup = ({ admin }: World) => admin.groups.create({ name: unique('Web') });

export const administrationCases = {
  'me.get': {
    ok: ({ requester }) => requester.me.get(),
    fails: ({ revoked }) => revoked.me.get(),
    code: 'unauthenticated',
  },
  'me.update': {
    ok: async (world) => (await world.newPerson()).me.update({ time_zone: 'Europe/Zurich' }),
    fails: ({ agent }) => agent.me.update({ time_zone: 'Europe/Zurich' }),
    code: 'not_found',
  },
  'me.listSignIns': {
    ok: async (world) => (await world.person()).me.listSignIns(),
    fails: ({ revoked }) => revoked.me.listSignIns(),
    code: 'unauthenticated',
  },
  'search.all': {
    ok: ({ agent }) => agent.search.all({ q: 'printer', types: ['incident'], limit: 1 }),
    fails: ({ agent }) => agent.search.all({ q: ' ' }),
    code: 'validation_failed',
  },
  'directory.list': {
    ok: ({ agent }) =>
      agent.directory.list({ kind: ['person', 'group'], q: 'a', assignable: true }),
    fails: ({ requester }) => requester.directory.list(),
    code: 'insufficient_role',
  },
  'directory.get': {
    ok: async (world) => world.agent.directory.get((await newUser(world)).email),
    fails: ({ agent }) => agent.directory.get('nobody@example.com'),
    code: 'not_found',
  },
  'apiKeys.list': {
    ok: async (world) => (await world.person()).apiKeys.list(),
    fails: ({ revoked }) => revoked.apiKeys.list(),
    code: 'unauthenticated',
  },
  'apiKeys.create': {
    ok: async (world) => (await world.person()).apiKeys.create({ name: 'export' }),
    fails: ({ agent }) => agent.apiKeys.create({ name: 'export' }),
    code: 'login_required',
  },
  'apiKeys.delete': {
    ok: async (world) => {
      const person = await world.person();
      return person.apiKeys.delete((await person.apiKeys.create({ name: 'export' })).id);
    },
    fails: ({ agent }) => agent.apiKeys.delete(ABSENT),
    code: 'not_found',
  },
  'sessions.list': {
    ok: async (world) => (await world.person()).sessions.list(),
    fails: ({ revoked }) => revoked.sessions.list(),
    code: 'unauthenticated',
  },
  'factors.list': {
    ok: async (world) => (await world.person()).factors.list(),
    fails: ({ revoked }) => revoked.factors.list(),
    code: 'unauthenticated',
  },
  'sessions.end': {
    ok: async (world) => {
      const person = await world.newPerson();
      const { data } = await person.sessions.list();
      return person.sessions.end(data[0]?.id ?? '');
    },
    fails: ({ agent }) => agent.sessions.end(ABSENT),
    code: 'not_found',
  },

  'clients.list': {
    ok: ({ admin }) => admin.clients.list(),
    fails: ({ manager }) => manager.clients.list(),
    code: 'insufficient_role',
  },
  'clients.create': {
    ok: newClient,
    fails: async (world) => {
      const { client_id } = await newClient(world);
      return world.admin.clients.create({ name: 'y', client_id, roles: ['agent'] });
    },
    code: 'already_exists',
  },
  'clients.get': {
    ok: async (world) => world.admin.clients.get((await newClient(world)).client_id),
    fails: ({ admin }) => admin.clients.get(ABSENT),
    code: 'not_found',
  },
  'clients.update': {
    ok: async (world) =>
      world.admin.clients.update((await newClient(world)).client_id, { name: 'y' }),
    fails: ({ admin }) => admin.clients.update(ABSENT, { name: 'y' }),
    code: 'not_found',
  },
  'clients.rotateSecret': {
    ok: async (world) => world.admin.clients.rotateSecret((await newClient(world)).client_id),
    fails: ({ admin }) => admin.clients.rotateSecret(ABSENT),
    code: 'not_found',
  },

  'scimConnectors.list': {
    ok: ({ admin }) => admin.scimConnectors.list(),
    fails: ({ manager }) => manager.scimConnectors.list(),
    code: 'insufficient_role',
  },
  'scimConnectors.create': {
    ok: newConnector,
    fails: ({ admin }) => admin.scimConnectors.create({ name: ' ' }),
    code: 'validation_failed',
  },
  'scimConnectors.get': {
    ok: async (world) => world.admin.scimConnectors.get((await newConnector(world)).id),
    fails: ({ admin }) => admin.scimConnectors.get(ABSENT),
    code: 'not_found',
  },
  'scimConnectors.update': {
    ok: async (world) =>
      world.admin.scimConnectors.update((await newConnector(world)).id, { active: false }),
    fails: ({ admin }) => admin.scimConnectors.update(ABSENT, { active: false }),
    code: 'not_found',
  },
  'scimConnectors.rotate': {
    ok: async (world) => world.admin.scimConnectors.rotate((await newConnector(world)).id),
    fails: ({ admin }) => admin.scimConnectors.rotate(ABSENT),
    code: 'not_found',
  },

  'users.list': {
    ok: ({ admin }) => admin.users.list({ email: 'ada@example.com' }),
    fails: ({ manager }) => manager.users.list(),
    code: 'insufficient_role',
  },
  'users.create': {
    ok: newUser,
    fails: async (world) => {
      const { email } = await newUser(world);
      return world.admin.users.create({ email, name: 'Ada', roles: ['agent'] });
    },
    code: 'already_exists',
  },
  'users.get': {
    ok: async (world) => world.admin.users.get((await newUser(world)).id),
    fails: ({ admin }) => admin.users.get(ABSENT),
    code: 'not_found',
  },
  'users.update': {
    ok: async (world) => world.admin.users.update((await newUser(world)).id, { active: false }),
    fails: async (world) =>
      world.admin.users.update((await newUser(world)).id, { active: false }, { ifMatch: 99 }),
    code: 'version_mismatch',
  },
  'users.invite': {
    ok: async (world) => world.admin.users.invite((await newUser(world)).id),
    fails: ({ admin }) => admin.users.invite(ABSENT),
    code: 'not_found',
  },

  'users.resetFactors': {
    ok: async (world) => world.admin.users.resetFactors((await newUser(world)).id),
    fails: ({ admin }) => admin.users.resetFactors(ABSENT),
    code: 'not_found',
  },
  'identityProviders.list': {
    ok: ({ admin }) => admin.identityProviders.list(),
    fails: ({ manager }) => manager.identityProviders.list(),
    code: 'insufficient_role',
  },
  'identityProviders.create': {
    ok: newProvider,
    fails: async (world) => {
      const { name, issuer, client_id, domains } = await newProvider(world);
      const again = { name: `${name} again`, issuer, client_id, domains };
      return world.admin.identityProviders.create({ ...again, client_secret: 'x' });
    },
    code: 'already_exists',
  },
  'identityProviders.get': {
    ok: async (world) => world.admin.identityProviders.get((await newProvider(world)).id),
    fails: ({ admin }) => admin.identityProviders.get(ABSENT),
    code: 'not_found',
  },
  'identityProviders.update': {
    ok: async (world) =>
      world.admin.identityProviders.update((await newProvider(world)).id, { active: false }),
    fails: ({ admin }) => admin.identityProviders.update(ABSENT, { active: false }),
    code: 'not_found',
  },
  'users.getOpenWork': {
    ok: async (world) => world.manager.users.getOpenWork((await newUser(world)).id),
    fails: ({ agent }) => agent.users.getOpenWork(ABSENT),
    code: 'insufficient_role',
  },
  'users.handOver': {
    ok: async (world) => {
      const { id, email } = await newUser(world);
      await world.agent.incidents.create({ short_description: 'Left', assigned_to: email });
      return world.manager.users.handOver(id, {});
    },
    fails: async (world) => world.manager.users.handOver((await newUser(world)).id, {}),
    code: 'no_open_work',
  },
  'identityProviders.preview': {
    ok: async (world) =>
      world.admin.identityProviders.preview((await newProvider(world)).id, { claims: {} }),
    fails: ({ admin }) => admin.identityProviders.preview(ABSENT, { claims: {} }),
    code: 'not_found',
  },
  'identityProviders.listIdentities': {
    ok: async (world) =>
      world.admin.identityProviders.listIdentities((await newProvider(world)).id),
    fails: ({ admin }) => admin.identityProviders.listIdentities(ABSENT),
    code: 'not_found',
  },
  'identityProviders.unlink': {
    ok: async (world) => {
      await newUser(world);
      const { id, issuer } = await newProvider(world);
      return world.admin.identityProviders.unlink(id, await world.link(issuer));
    },
    fails: async (world) =>
      world.admin.identityProviders.unlink((await newProvider(world)).id, 'USR9999999'),
    code: 'not_found',
  },

  'fields.list': {
    ok: ({ agent }) => agent.fields.list({ record_type: 'ci', active: true }),
    fails: ({ revoked }) => revoked.fields.list(),
    code: 'unauthenticated',
  },
  'fields.create': {
    ok: newField,
    fails: ({ agent }) =>
      agent.fields.create({ record_type: 'ci', key: 'rack', type: 'text', label: 'Rack' }),
    code: 'insufficient_role',
  },
  'fields.get': {
    ok: async (world) => world.agent.fields.get((await newField(world)).id),
    fails: ({ agent }) => agent.fields.get(ABSENT),
    code: 'not_found',
  },
  'fields.update': {
    ok: async (world) => world.manager.fields.update((await newField(world)).id, { label: 'Y' }),
    fails: ({ manager }) => manager.fields.update(ABSENT, { label: 'Y' }),
    code: 'not_found',
  },
  'calendars.list': {
    ok: ({ requester }) => requester.calendars.list(),
    fails: ({ revoked }) => revoked.calendars.list(),
    code: 'unauthenticated',
  },
  'calendars.create': {
    ok: newCalendar,
    fails: ({ agent }) =>
      agent.calendars.create({ name: 'Office hours', time_zone: 'UTC', weekly: {} }),
    code: 'insufficient_role',
  },
  'calendars.preview': {
    ok: ({ manager }) =>
      manager.calendars.preview({ time_zone: 'UTC', weekly: { mon: [['08:00', '17:00']] } }),
    fails: ({ manager }) =>
      manager.calendars.preview({ time_zone: 'UTC', weekly: { mon: [['17:00', '08:00']] } }),
    code: 'validation_failed',
  },
  'calendars.get': {
    ok: async (world) => world.agent.calendars.get((await newCalendar(world)).id),
    fails: ({ agent }) => agent.calendars.get(ABSENT),
    code: 'not_found',
  },
  'calendars.update': {
    ok: async (world) =>
      world.manager.calendars.update((await newCalendar(world)).id, { name: 'Nights' }),
    fails: ({ manager }) => manager.calendars.update(ABSENT, { name: 'Nights' }),
    code: 'not_found',
  },
  'calendars.delete': {
    ok: async (world) => world.manager.calendars.delete((await newCalendar(world)).id),
    fails: ({ manager }) => manager.calendars.delete(ABSENT),
    code: 'not_found',
  },
  'calendars.getOpen': {
    ok: async (world) => world.agent.calendars.getOpen((await newCalendar(world)).id),
    fails: ({ agent }) => agent.calendars.getOpen(ABSENT),
    code: 'not_found',
  },
  'calendars.previewChange': {
    ok: async (world) =>
      world.manager.calendars.previewChange((await newCalendar(world)).id, { weekly: {} }),
    fails: ({ manager }) => manager.calendars.previewChange(ABSENT, { weekly: {} }),
    code: 'not_found',
  },
  'slaPolicies.list': {
    ok: ({ agent }) => agent.slaPolicies.list({ active: 'true' }),
    fails: ({ revoked }) => revoked.slaPolicies.list(),
    code: 'unauthenticated',
  },
  'slaPolicies.create': {
    ok: newPolicy,
    fails: ({ manager }) =>
      manager.slaPolicies.create({ name: 'Gold', record_type: 'incident', targets: {} }),
    code: 'validation_failed',
  },
  'slaPolicies.preview': {
    ok: ({ manager }) =>
      manager.slaPolicies.preview({
        record_type: 'incident',
        targets: { resolution: { P1: 3600 } },
      }),
    fails: ({ agent }) => agent.slaPolicies.preview({ record_type: 'incident', targets: {} }),
    code: 'insufficient_role',
  },
  'slaPolicies.get': {
    ok: async (world) => world.agent.slaPolicies.get((await newPolicy(world)).id),
    fails: ({ agent }) => agent.slaPolicies.get(ABSENT),
    code: 'not_found',
  },
  'slaPolicies.update': {
    ok: async (world) =>
      world.manager.slaPolicies.update((await newPolicy(world)).id, { name: 'Silver' }),
    fails: ({ manager }) => manager.slaPolicies.update(ABSENT, { name: 'Silver' }),
    code: 'not_found',
  },
  'slaPolicies.delete': {
    ok: async (world) => world.manager.slaPolicies.delete((await newPolicy(world)).id),
    fails: ({ manager }) => manager.slaPolicies.delete(ABSENT),
    code: 'not_found',
  },
  'slaPolicies.listConditionFields': {
    ok: ({ agent }) => agent.slaPolicies.listConditionFields({ record_type: 'incident' }),
    fails: ({ requester }) => requester.slaPolicies.listConditionFields({ record_type: 'request' }),
    code: 'insufficient_role',
  },
  'groups.list': {
    ok: ({ admin }) => admin.groups.list({ name: 'Web' }),
    fails: ({ agent }) => agent.groups.list(),
    code: 'insufficient_role',
  },
  'groups.create': {
    ok: newGroup,
    fails: async (world) => world.admin.groups.create({ name: (await newGroup(world)).name }),
    code: 'already_exists',
  },
  'groups.get': {
    ok: async (world) => world.admin.groups.get((await newGroup(world)).id),
    fails: ({ admin }) => admin.groups.get(ABSENT),
    code: 'not_found',
  },
  'groups.update': {
    ok: async (world) => world.admin.groups.update((await newGroup(world)).id, { members: [] }),
    fails: ({ admin }) => admin.groups.update(ABSENT, { members: [] }),
    code: 'not_found',
  },
  'groups.getOpenWork': {
    ok: async (world) => world.manager.groups.getOpenWork((await newGroup(world)).id),
    fails: ({ agent }) => agent.groups.getOpenWork(ABSENT),
    code: 'insufficient_role',
  },

  'choices.get': {
    ok: ({ requester }) => requester.choices.get(),
    fails: ({ revoked }) => revoked.choices.get(),
    code: 'unauthenticated',
  },
  'settings.get': {
    ok: ({ admin }) => admin.settings.get(),
    fails: ({ agent }) => agent.settings.get(),
    code: 'insufficient_role',
  },
  'settings.update': {
    ok: ({ admin }) => admin.settings.update({ priority_matrix: false }),
    fails: ({ admin }) => admin.settings.update({ priority_matrix: 'no' as never }),
    code: 'validation_failed',
  },
  'health.get': {
    ok: ({ requester }) => requester.health.get(),
    fails: ({ revoked }) => revoked.health.get(),
    code: 'unauthenticated',
  },
} satisfies Partial<Record<MethodName, Case>>;
