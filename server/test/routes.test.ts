// The surface is pinned: every route with the roles that may call it. A change here is a change of the contract.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routes } from '../src/app.ts';
import {
  bodyValidator,
  idValidator,
  queryValidator,
} from '../src/platform/http/input/validation.ts';
import type { TObject } from 'typebox';
import { createServer } from '../src/platform/http/server.ts';
import { registerRoutes } from '../src/platform/http/routes/register.ts';
import type { Route } from '../src/platform/http/routes/route.ts';
import { type Instance, startInstance } from './support/harness.ts';

const everyone = 'super_admin itsm_manager agent requester auditor';
const everyonesOwn = 'super_admin:own itsm_manager:own agent:own requester:own auditor:own';
const pinned: Record<string, string> = {
  'GET /incidents': 'super_admin itsm_manager agent requester:own auditor',
  'GET /incidents/stats': 'super_admin itsm_manager agent auditor',
  'GET /incidents/counts': 'super_admin itsm_manager agent requester:own auditor',
  'POST /incidents': 'super_admin itsm_manager agent requester',
  'GET /incidents/:id': 'super_admin itsm_manager agent requester:own auditor',
  'PATCH /incidents/:id': 'super_admin itsm_manager agent requester:own',
  'DELETE /incidents/:id': 'super_admin itsm_manager',
  'POST /incidents/:id/restore': 'super_admin itsm_manager',
  'POST /incidents/:id/resolve': 'super_admin itsm_manager agent',
  'POST /incidents/:id/confirm': 'super_admin itsm_manager agent requester:own',
  'POST /incidents/:id/merge': 'super_admin itsm_manager agent',
  'POST /incidents/:id/unmerge': 'super_admin itsm_manager agent',
  'GET /incidents/:id/duplicates': 'super_admin itsm_manager agent',
  'POST /incidents/bulk': 'super_admin itsm_manager agent',
  'GET /requests': 'super_admin itsm_manager agent requester:own auditor',
  'POST /requests': 'super_admin itsm_manager agent requester',
  'GET /requests/:id': 'super_admin itsm_manager agent requester:own auditor',
  'PATCH /requests/:id': 'super_admin itsm_manager agent requester:own',
  'POST /requests/:id/approve': 'super_admin itsm_manager agent requester:own auditor',
  'POST /requests/:id/reject': 'super_admin itsm_manager agent requester:own auditor',
  'POST /requests/:id/fulfil': 'super_admin itsm_manager agent',
  'POST /requests/:id/cancel': 'super_admin itsm_manager agent requester:own',
  'GET /requests/:id/sla': 'super_admin itsm_manager agent requester:own auditor',
  'GET /requests/:id/notes': 'super_admin itsm_manager agent requester:own auditor',
  'POST /requests/:id/notes': 'super_admin itsm_manager agent requester:own',
  'GET /requests/:id/notes/:note_id/attachments/:attachment_id':
    'super_admin itsm_manager agent requester:own auditor',
  'GET /requests/:id/timeline': 'super_admin itsm_manager agent requester:own auditor',
  'GET /requests/:id/tasks': 'super_admin itsm_manager agent auditor',
  'POST /requests/:id/tasks': 'super_admin itsm_manager agent',
  'GET /tasks': 'super_admin itsm_manager agent auditor',
  'GET /tasks/:id': 'super_admin itsm_manager agent auditor',
  'PATCH /tasks/:id': 'super_admin itsm_manager agent',
  'GET /tasks/:id/timeline': 'super_admin itsm_manager agent auditor',
  'GET /cmdb/cis': 'super_admin itsm_manager agent auditor',
  'POST /cmdb/cis': 'super_admin itsm_manager agent',
  'GET /cmdb/cis/:id': 'super_admin itsm_manager agent auditor',
  'PATCH /cmdb/cis/:id': 'super_admin itsm_manager agent',
  'GET /cmdb/cis/:id/timeline': 'super_admin itsm_manager agent auditor',
  'GET /cmdb/cis/:id/impact': 'super_admin itsm_manager agent auditor',
  'POST /cmdb/cis/bulk': 'super_admin itsm_manager agent',
  'GET /changes': 'super_admin itsm_manager agent auditor',
  'POST /changes': 'super_admin itsm_manager agent',
  'GET /changes/calendar': 'super_admin itsm_manager agent auditor',
  'GET /changes/:id': 'super_admin itsm_manager agent auditor',
  'PATCH /changes/:id': 'super_admin itsm_manager agent',
  'POST /changes/:id/submit': 'super_admin itsm_manager agent',
  'POST /changes/:id/approve': 'super_admin itsm_manager',
  'POST /changes/:id/reject': 'super_admin itsm_manager',
  'GET /changes/:id/notes': 'super_admin itsm_manager agent auditor',
  'POST /changes/:id/notes': 'super_admin itsm_manager agent',
  'GET /changes/:id/notes/:note_id/attachments/:attachment_id':
    'super_admin itsm_manager agent auditor',
  'GET /changes/:id/timeline': 'super_admin itsm_manager agent auditor',
  'GET /knowledge/articles': 'super_admin itsm_manager agent requester:own auditor',
  'POST /knowledge/articles': 'super_admin itsm_manager agent',
  'GET /knowledge/articles/:id': 'super_admin itsm_manager agent requester:own auditor',
  'PATCH /knowledge/articles/:id': 'super_admin itsm_manager agent',
  'POST /knowledge/articles/:id/publish': 'super_admin itsm_manager',
  'POST /knowledge/articles/:id/send-back': 'super_admin itsm_manager',
  'POST /knowledge/articles/:id/retire': 'super_admin itsm_manager',
  'DELETE /knowledge/articles/:id/pending': 'super_admin itsm_manager agent',
  'PUT /knowledge/articles/:id/vote': 'super_admin itsm_manager agent requester:own',
  'GET /knowledge/articles/:id/versions': 'super_admin itsm_manager agent auditor',
  'GET /knowledge/articles/:id/versions/:version': 'super_admin itsm_manager agent auditor',
  'DELETE /knowledge/articles/:id': 'super_admin itsm_manager',
  'POST /knowledge/articles/:id/restore': 'super_admin itsm_manager',
  'GET /knowledge/articles/:id/timeline': 'super_admin itsm_manager agent auditor',
  ...Object.fromEntries(
    Object.entries({
      '/incidents': 'super_admin itsm_manager agent requester:own auditor',
      '/requests': 'super_admin itsm_manager agent requester:own auditor',
      '/cmdb/cis': 'super_admin itsm_manager agent auditor',
      '/changes': 'super_admin itsm_manager agent auditor',
      '/knowledge/articles': 'super_admin itsm_manager agent requester:own auditor',
    }).flatMap(([path, readers]) => [
      [`GET ${path}/:id/links`, readers],
      [`POST ${path}/:id/links`, 'super_admin itsm_manager agent'],
      [`DELETE ${path}/:id/links/:link_id`, 'super_admin itsm_manager agent'],
      [`GET ${path}/:id/participants`, readers],
      [`PUT ${path}/:id/participants`, 'super_admin itsm_manager agent'],
      [`POST ${path}/:id/watch`, readers],
      [`DELETE ${path}/:id/watch`, readers],
    ]),
  ),
  'POST /ai/ask': 'super_admin itsm_manager agent requester:own',
  'POST /ai/analyze': 'super_admin itsm_manager agent',
  'POST /ai/exemplars': 'super_admin itsm_manager agent',
  'POST /ai/suggest': 'super_admin itsm_manager agent',
  'POST /ai/query': 'super_admin itsm_manager agent',
  'GET /jobs': 'super_admin itsm_manager agent:own auditor',
  'GET /jobs/:id': 'super_admin itsm_manager agent:own auditor',
  'POST /jobs/:id/cancel': 'super_admin itsm_manager agent:own',
  'GET /notifications/preferences': everyonesOwn,
  'PATCH /notifications/preferences': everyonesOwn,
  'GET /incidents/:id/notes': 'super_admin itsm_manager agent requester:own auditor',
  'POST /incidents/:id/notes': 'super_admin itsm_manager agent requester:own',
  'GET /incidents/:id/notes/:note_id/attachments/:attachment_id':
    'super_admin itsm_manager agent requester:own auditor',
  'GET /incidents/:id/sla': 'super_admin itsm_manager agent requester:own auditor',
  'GET /incidents/:id/timeline': 'super_admin itsm_manager agent requester:own auditor',
  'GET /audit': 'super_admin itsm_manager auditor',
  'GET /audit/sign-ins': 'super_admin itsm_manager auditor',
  'GET /clients': 'super_admin',
  'POST /clients': 'super_admin',
  'GET /clients/:id': 'super_admin',
  'PATCH /clients/:id': 'super_admin',
  'POST /clients/:id/rotate-secret': 'super_admin',
  'GET /users': 'super_admin',
  'POST /users': 'super_admin',
  'GET /users/:id': 'super_admin',
  'PATCH /users/:id': 'super_admin',
  'POST /users/:id/invite': 'super_admin',
  'GET /users/:id/open-work': 'super_admin itsm_manager',
  'POST /users/:id/hand-over': 'super_admin itsm_manager',
  'DELETE /users/:id/factors': 'super_admin',
  'GET /fields': everyone,
  'POST /fields': 'super_admin itsm_manager',
  'GET /fields/:id': everyone,
  'PATCH /fields/:id': 'super_admin itsm_manager',
  'GET /catalog/items': 'super_admin itsm_manager agent requester:own auditor',
  'POST /catalog/items': 'super_admin itsm_manager',
  'POST /catalog/items/preview': 'super_admin itsm_manager',
  'GET /catalog/items/:id': 'super_admin itsm_manager agent requester:own auditor',
  'PATCH /catalog/items/:id': 'super_admin itsm_manager',
  'POST /catalog/items/:id/publish': 'super_admin itsm_manager',
  'POST /catalog/items/:id/retire': 'super_admin itsm_manager',
  'GET /catalog/items/:id/versions': 'super_admin itsm_manager agent auditor',
  'GET /catalog/items/:id/versions/:version': 'super_admin itsm_manager agent auditor',
  'GET /calendars': everyone,
  'POST /calendars': 'super_admin itsm_manager',
  'POST /calendars/preview': 'super_admin itsm_manager',
  'GET /calendars/:id': everyone,
  'PATCH /calendars/:id': 'super_admin itsm_manager',
  'DELETE /calendars/:id': 'super_admin itsm_manager',
  'GET /calendars/:id/open': everyone,
  'POST /calendars/:id/preview': 'super_admin itsm_manager',
  'GET /sla-policies': 'super_admin itsm_manager agent requester:own auditor',
  'POST /sla-policies': 'super_admin itsm_manager',
  'POST /sla-policies/preview': 'super_admin itsm_manager',
  'GET /sla-policies/:id': 'super_admin itsm_manager agent requester:own auditor',
  'PATCH /sla-policies/:id': 'super_admin itsm_manager',
  'DELETE /sla-policies/:id': 'super_admin itsm_manager',
  'GET /rules': 'super_admin itsm_manager agent auditor',
  'POST /rules': 'super_admin itsm_manager',
  'POST /rules/preview': 'super_admin itsm_manager',
  'GET /rules/:id': 'super_admin itsm_manager agent auditor',
  'GET /rules/:id/runs': 'super_admin itsm_manager agent auditor',
  'PATCH /rules/:id': 'super_admin itsm_manager',
  'DELETE /rules/:id': 'super_admin itsm_manager',
  'GET /macros': 'super_admin itsm_manager agent auditor',
  'POST /macros': 'super_admin itsm_manager agent',
  'GET /macros/:id': 'super_admin itsm_manager agent auditor',
  'PATCH /macros/:id': 'super_admin itsm_manager agent',
  'DELETE /macros/:id': 'super_admin itsm_manager agent',
  'POST /incidents/:id/apply-macro': 'super_admin itsm_manager agent',
  'GET /incidents/:id/rules': 'super_admin itsm_manager agent auditor',
  'POST /changes/:id/apply-macro': 'super_admin itsm_manager agent',
  'GET /changes/:id/rules': 'super_admin itsm_manager agent auditor',
  'POST /requests/:id/apply-macro': 'super_admin itsm_manager agent',
  'GET /requests/:id/rules': 'super_admin itsm_manager agent auditor',
  'GET /condition-fields': 'super_admin itsm_manager agent auditor',
  'GET /groups': 'super_admin',
  'POST /groups': 'super_admin',
  'GET /groups/:id': 'super_admin',
  'PATCH /groups/:id': 'super_admin',
  'GET /identity-providers': 'super_admin',
  'POST /identity-providers': 'super_admin',
  'GET /identity-providers/:id': 'super_admin',
  'PATCH /identity-providers/:id': 'super_admin',
  'GET /mailboxes': 'super_admin',
  'POST /mailboxes': 'super_admin',
  'GET /mailboxes/:id': 'super_admin',
  'PATCH /mailboxes/:id': 'super_admin',
  'DELETE /mailboxes/:id': 'super_admin',
  'POST /mailboxes/:id/test': 'super_admin',
  'POST /mailboxes/:id/messages':
    'super_admin itsm_manager:own agent:own requester:own auditor:own',
  'GET /mail': 'super_admin itsm_manager',
  'GET /mail/:id': 'super_admin itsm_manager',
  'GET /mail/:id/raw': 'super_admin itsm_manager',
  'POST /mail/:id/release': 'super_admin itsm_manager',
  'POST /mail/:id/discard': 'super_admin itsm_manager',
  'POST /mail/:id/attach': 'super_admin itsm_manager',
  'POST /mail/:id/reprocess': 'super_admin itsm_manager',
  'GET /scim-connectors': 'super_admin',
  'POST /scim-connectors': 'super_admin',
  'GET /scim-connectors/:id': 'super_admin',
  'PATCH /scim-connectors/:id': 'super_admin',
  'POST /scim-connectors/:id/rotate': 'super_admin',
  'GET /groups/:id/open-work': 'super_admin itsm_manager',
  'POST /identity-providers/:id/preview': 'super_admin',
  'GET /identity-providers/:id/identities': 'super_admin',
  'DELETE /identity-providers/:id/identities/:user_id': 'super_admin',
  'GET /settings': 'super_admin',
  'PATCH /settings': 'super_admin',
  'GET /choices': everyone,
  'GET /profile/api-keys': everyonesOwn,
  'POST /profile/api-keys': everyonesOwn,
  'DELETE /profile/api-keys/:id': everyonesOwn,
  'GET /profile/sessions': everyonesOwn,
  'GET /me/sign-ins': everyonesOwn,
  'DELETE /profile/sessions/:id': everyonesOwn,
  'GET /profile/factors': everyonesOwn,
  'GET /me': everyonesOwn,
  'PATCH /me': everyonesOwn,
  'GET /directory': 'super_admin itsm_manager agent auditor',
  'GET /directory/:email': 'super_admin itsm_manager agent auditor',
  'GET /events': 'super_admin itsm_manager agent requester:own auditor',
  'GET /events/stream': 'super_admin itsm_manager agent requester:own auditor',
  'PUT /presence': 'super_admin itsm_manager agent auditor',
  'GET /webhooks/outbound': 'super_admin itsm_manager agent auditor',
  'POST /webhooks/outbound': 'super_admin itsm_manager',
  'GET /webhooks/outbound/:id': 'super_admin itsm_manager agent auditor',
  'PATCH /webhooks/outbound/:id': 'super_admin itsm_manager',
  'DELETE /webhooks/outbound/:id': 'super_admin itsm_manager',
  'POST /webhooks/outbound/:id/rotate-secret': 'super_admin itsm_manager',
  'POST /webhooks/outbound/:id/test': 'super_admin itsm_manager',
  'POST /webhooks/outbound/:id/recover': 'super_admin itsm_manager',
  'POST /webhooks/outbound/:id/replay': 'super_admin itsm_manager',
  'GET /webhooks/outbound/:id/deliveries': 'super_admin itsm_manager agent auditor',
  'GET /webhooks/outbound/:id/stats': 'super_admin itsm_manager agent auditor',
  'GET /webhooks/deliveries': 'super_admin itsm_manager agent auditor',
  'GET /webhooks/deliveries/:id': 'super_admin itsm_manager agent auditor',
  'POST /webhooks/deliveries/:id/retry': 'super_admin itsm_manager',
  'POST /webhooks/deliveries/:id/replay': 'super_admin itsm_manager',
  'GET /notifications': everyonesOwn,
  'POST /notifications/read-all': everyonesOwn,
  'POST /notifications/:id/read': everyonesOwn,
  'GET /webhooks/inbound/templates': 'super_admin itsm_manager agent auditor',
  'GET /webhooks/inbound': 'super_admin itsm_manager agent auditor',
  'POST /webhooks/inbound': 'super_admin itsm_manager',
  'GET /webhooks/inbound/:id': 'super_admin itsm_manager agent auditor',
  'PATCH /webhooks/inbound/:id': 'super_admin itsm_manager',
  'DELETE /webhooks/inbound/:id': 'super_admin itsm_manager',
  'POST /webhooks/inbound/:id/rotate-secret': 'super_admin itsm_manager',
  'POST /webhooks/inbound/:id': 'public',
  'POST /webhooks/inbound/:id/preview': 'super_admin itsm_manager agent auditor',
  'GET /webhooks/inbound/:id/events': 'super_admin itsm_manager agent auditor',
  'GET /webhooks/inbound/:id/events/:event_id': 'super_admin itsm_manager agent auditor',
  'POST /webhooks/inbound/:id/events/:event_id/replay': 'super_admin itsm_manager',
  'GET /health': everyone,
  'GET /views': everyonesOwn,
  'POST /views': everyonesOwn,
  'GET /views/:id': everyonesOwn,
  'PATCH /views/:id': everyonesOwn,
  'DELETE /views/:id': everyonesOwn,
  'GET /search': everyonesOwn,
};

const describePolicy = ({ policy }: Route): string =>
  typeof policy === 'string'
    ? policy
    : Object.entries(policy)
        .map(([role, reach]) => (reach === 'all' ? role : `${role}:${reach}`))
        .join(' ');

describe('Routes', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  test('each route has the policy that is pinned here, and none is missing', () => {
    const actual = Object.fromEntries(
      routes.map((row) => [`${row.method} ${row.path}`, describePolicy(row)]),
    );
    assert.deepEqual(actual, pinned);
  });

  test('a route whose response has a secret declares it, so that the stored response is encrypted', () => {
    const silent = routes.filter(
      ({ method, success, returnsSecret }) =>
        method !== 'GET' &&
        ['secret', 'token'].some(
          (name) => name in ((success.schema as { properties?: object }).properties ?? {}),
        ) &&
        !returnsSecret,
    );
    assert.deepEqual(
      silent.map((row) => `${row.method} ${row.path}`),
      [],
    );
  });

  test('operation ids are unique', () => {
    assert.equal(new Set(routes.map((row) => row.operationId)).size, routes.length);
  });

  const validIds = ({ properties }: TObject): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        (schema as { example?: string }).example,
      ]),
    );

  /** Returns an id for each parameter of the path. */
  const withIds = ({ properties }: TObject, id: string): Record<string, string> =>
    Object.fromEntries(Object.keys(properties).map((name) => [name, id]));

  test('an error about an id of another form shows the form, on every route with an id', () => {
    const withId = routes.flatMap((row) => (row.params ? [{ ...row, params: row.params }] : []));
    assert.ok(withId.length > 60, `${withId.length}`);
    for (const { method, path, params } of withId)
      for (const [name, schema] of Object.entries(params.properties)) {
        const { pattern = '', example = '' } = schema as { pattern?: string; example?: string };
        assert.match(example, new RegExp(pattern), `${method} ${path}`);
        const given = { ...validIds(params), [name]: '!' };
        const sentence = idValidator(params)(given) ?? '';
        assert.match(sentence, /^[A-Z][A-Za-z ]+ look like /, `${method} ${path}`);
        assert.ok(sentence.endsWith(` look like ${example}.`), `${method} ${path}: ${sentence}`);
      }
  });

  const nobody = Object.assign(
    async () => {
      throw new Error('not called');
    },
    { findCached: () => undefined },
  );

  test('every schema of a route compiles, although a process compiles only those it uses', () => {
    for (const { method, path, params, query, body } of routes)
      assert.doesNotThrow(() => {
        if (params) idValidator(params)(withIds(params, '!'));
        if (query) queryValidator(query)({});
        if (body) bodyValidator(body)({});
      }, `${method} ${path}`);
    assert.throws(
      () => bodyValidator({ type: 'object', propertys: {} })({}),
      /unknown keyword: "propertys"/,
    );
  });

  test('a route without a policy, or with an empty one, prevents the start', () => {
    for (const policy of [undefined, {}]) {
      const [row] = routes;
      assert.throws(
        () =>
          registerRoutes(createServer(instance.deps, nobody), instance.deps, nobody, [
            { ...row, policy } as unknown as Route,
          ]),
        /GET \/incidents declares no policy/,
      );
    }
  });

  test('a route that bypasses the table and declares no policy prevents the start', async () => {
    const app = createServer(instance.deps, nobody);
    app.get('/sneaky', async () => 'hello');
    await assert.rejects(async () => app.ready(), /GET \/sneaky declares no policy/);
  });

  test('only the probes and the documents are reachable without a token', async () => {
    const open = new Set([
      '/livez',
      '/readyz',
      '/openapi.json',
      '/docs',
      '/docs/',
      '/docs/js/scalar.js',
      '/sdk.tgz',
      '/docs/callback',
      '/',
      '/console',
      '/console/',
      '/.well-known/oauth-protected-resource',
    ]);
    const tree = instance.app.printRoutes({ commonPrefix: false });
    assert.ok(tree.includes('incidents'));
    for (const row of routes) {
      const { status } = await instance.call(row.method, row.path.replace(':id', 'INC0000001'), {
        as: null,
      });
      assert.equal(status, 401, `${row.method} ${row.path}`);
    }
    for (const path of open) assert.equal((await fetch(instance.url + path)).status, 200, path);
  });
});
