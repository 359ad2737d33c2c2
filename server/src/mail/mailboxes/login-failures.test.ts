import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { explainFailure } from './login-failures.ts';

test('a full disk of the database is no failure of the mail server', () => {
  const full = Object.assign(new pg.DatabaseError('No space left on device', 0, 'error'), {
    code: '53100',
  });
  assert.deepEqual(explainFailure(full, { auth: 'password' }), {
    reason:
      'New mail cannot be stored: No space left on device. The operator finds the cause in the log of PostgreSQL.',
    fields: [],
  });
});
