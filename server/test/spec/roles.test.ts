import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../src/identity/index.ts';
import { type Json } from '../support/harness.ts';
import { section } from './setup.ts';

/** The statuses of each role on another's incident are typed from the agreed matrix, not from the code. */
const expected: [string, Json, Record<string, number>][] = [
  [
    'GET /incidents/:id',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 200, requester: 404, auditor: 200 },
  ],
  [
    'GET /incidents/:id/notes',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 200, requester: 404, auditor: 200 },
  ],
  [
    'GET /incidents/:id/timeline',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 200, requester: 404, auditor: 200 },
  ],
  [
    'GET /incidents',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 200, requester: 200, auditor: 200 },
  ],
  [
    'POST /incidents',
    { short_description: 'a' },
    { super_admin: 201, itsm_manager: 201, agent: 201, requester: 201, auditor: 403 },
  ],
  [
    'PATCH /incidents/:id',
    { category: 'b' },
    { super_admin: 200, itsm_manager: 200, agent: 200, requester: 404, auditor: 403 },
  ],
  [
    'POST /incidents/:id/notes',
    { body: 'c' },
    { super_admin: 201, itsm_manager: 201, agent: 201, requester: 404, auditor: 403 },
  ],
  [
    'DELETE /incidents/:id',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 403, requester: 403, auditor: 403 },
  ],
  [
    'POST /incidents/:id/restore',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 403, requester: 403, auditor: 403 },
  ],
  [
    'GET /audit',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 403, requester: 403, auditor: 200 },
  ],
  [
    'GET /health',
    undefined,
    { super_admin: 200, itsm_manager: 200, agent: 200, requester: 200, auditor: 200 },
  ],
];

section('Roles', (instance) => {
  for (const [route, body, statuses] of expected) {
    test(`${route} responds to each role as the matrix says`, async () => {
      const [method = '', path = ''] = route.split(' ');
      for (const role of roles) {
        const { id } = await instance.incident();
        const options = { as: role, ...(body !== undefined && { body }) };
        const { status, body: error } = await instance.call(
          method,
          path.replace(':id', id),
          options,
        );
        assert.equal(status, statuses[role], `${route} as ${role}`);
        if (status === 403) {
          assert.equal(error.code, 'insufficient_role');
          assert.ok(error.required_roles.length > 0);
          assert.equal(error.required_roles.includes(role), false);
        }
      }
    });
  }

  test('several roles add up, and a token without a role is refused everywhere', async () => {
    const { mint } = instance.running;
    const both = await mint({ email: 'both@example.com', roles: ['requester', 'auditor'] });
    const { id } = await instance.incident();
    assert.equal((await instance.call('GET', `/incidents/${id}`, { token: both })).status, 200);
    for (const claims of [{}, { roles: [] }, { roles: ['emperor'] }, { roles: 'super_admin' }]) {
      const token = await mint(claims);
      assert.equal((await instance.call('GET', '/incidents', { token })).status, 403);
    }
  });

  test('a requester may only cancel an own new incident and reopen an own resolved one', async () => {
    const as = 'requester';
    const mine = await instance.incident({}, { as });
    assert.deepEqual(mine.allowed_transitions, ['cancelled']);
    const edit = await instance.patch(mine.id, { category: 'x', priority: 'P1' }, { as });
    assert.deepEqual([edit.status, edit.body.code], [403, 'insufficient_role']);
    assert.equal((await instance.patch(mine.id, { state: 'in_progress' }, { as })).status, 403);
    assert.equal(
      (await instance.patch(mine.id, { state: 'closed' }, { as })).status,
      409,
      'outside the table for all',
    );
    assert.equal(
      (await instance.patch(mine.id, { state: 'cancelled', work_note: 'x' }, { as })).status,
      403,
    );
    assert.equal((await instance.patch(mine.id, { state: 'cancelled' }, { as })).status, 200);
    const other = await instance.incident({}, { as });
    await instance.walk(other.id, 'in_progress', 'resolved');
    const reopened = await instance.patch(other.id, { state: 'reopened' }, { as });
    assert.deepEqual(
      [reopened.status, reopened.body.state, reopened.body.allowed_transitions],
      [200, 'reopened', []],
    );
  });
});
