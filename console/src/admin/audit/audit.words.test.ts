import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Entry } from '../../api/index.ts';
import { foldRuns } from './audit.fold.ts';
import { changesOf, entryKinds, fieldsText, kindText, pageOf } from './audit.words.ts';

const change = { from: null, to: 1 };
const labelOf = (field: string): string => field.toUpperCase();

describe('An audit entry in words', () => {
  test('the kind of an audit entry is named in words', () => {
    assert.equal(kindText('incident.updated'), 'Incident updated');
    assert.equal(kindText('api_key.revoked'), 'API key revoked');
    assert.equal(kindText('client.secret_rotated'), 'Client secret rotated');
    assert.equal(kindText('ci.created'), 'CI created');
    assert.equal(kindText('sla.breach_warning'), '75 % of the SLA used');
    assert.equal(kindText('sla_policy.updated'), 'SLA policy updated');
    assert.equal(kindText('sla.target_breached'), 'SLA target breached');
    assert.equal(kindText('incident.ai_suggested'), 'Resolution suggested');
  });

  test('the changed fields of an entry are named, without those that every update has', () => {
    const changes = { version: change, roles: change, support_group: change };
    assert.equal(fieldsText({ changes }, labelOf), 'ROLES, SUPPORT_GROUP');
    assert.deepEqual(changesOf({}), []);
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, change]));
    assert.equal(fieldsText({ changes: many }, labelOf), 'A, B, C, D and 2 more');
  });

  test('every kind of the API has a filter', () => {
    const openapi = readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8');
    const { parameters } = JSON.parse(openapi).paths['/audit'].get;
    const { schema } = parameters.find(({ name }: { name: string }) => name === 'kind');
    assert.deepEqual(new Set(entryKinds), new Set(schema.items.enum));
  });

  test('an entry links to the page of its record, where there is one', () => {
    assert.equal(pageOf({ record: { type: 'ci', id: 'CI1' } })?.to, '/cmdb/$id');
    assert.equal(pageOf({ record: { type: 'user', id: 'USR1' } }), undefined);
  });

  test('three or more consecutive entries of the assistant are folded into one row', () => {
    const entry = (kind: string, id: string) => ({ id, kind, actor: 'ai@x' }) as unknown as Entry;
    const suggested = ['a', 'b', 'c'].map((id) => entry('incident.ai_suggested', id));
    const updated = ['d', 'e', 'f'].map((id) => entry('incident.updated', id));
    const rows = foldRuns([...suggested, ...updated, ...suggested.slice(0, 2)]);
    assert.deepEqual(
      rows.map(({ id, run }) => [id, run?.length]),
      [
        ['a', 3],
        ['d', undefined],
        ['e', undefined],
        ['f', undefined],
        ['a', undefined],
        ['b', undefined],
      ],
    );
  });
});
