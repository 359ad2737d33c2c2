import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changesOf, fieldsText, kindText, pageOf } from './audit.words.ts';

const change = { from: null, to: 1 };

describe('An audit entry in words', () => {
  test('names its kind', () => {
    assert.equal(kindText('incident.updated'), 'Incident updated');
    assert.equal(kindText('api_key.revoked'), 'API key revoked');
    assert.equal(kindText('client.secret_rotated'), 'Client secret rotated');
    assert.equal(kindText('ci.created'), 'CI created');
    assert.equal(kindText('sla.breach_warning'), 'SLA breach warning');
  });

  test('names its fields, without those that every update has', () => {
    const changes = { version: change, roles: change, support_group: change };
    assert.equal(fieldsText({ changes }), 'Roles, support group');
    assert.deepEqual(changesOf({}), []);
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, change]));
    assert.equal(fieldsText({ changes: many }), 'A, b, c, d and 2 more');
  });

  test('leads to the page of its record, where there is one', () => {
    assert.equal(pageOf({ record: { type: 'ci', id: 'CI1' } })?.to, '/cmdb/$id');
    assert.equal(pageOf({ record: { type: 'user', id: 'USR1' } }), undefined);
  });
});
