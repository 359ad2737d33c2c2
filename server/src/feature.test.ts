import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tableOf } from './feature.ts';
import { features } from './features.ts';
import { Registry } from './platform/runtime/registry.ts';

describe('Features', () => {
  test('a name that two features use is refused', () => {
    const job = async () => {};
    const [one, other] = [{ jobs: { mail: job } }, { jobs: { mail: job } }];
    assert.throws(() => tableOf([one, other], 'jobs'), /^Error: Two features have jobs .* mail\.$/);
    assert.deepEqual(Object.keys(tableOf([one, { jobs: { call: job } }], 'jobs')), [
      'mail',
      'call',
    ]);
  });

  test('each record type and each column with a secret is in one feature', () => {
    const types = features.flatMap(({ records = [] }) => records.map(({ type }) => type));
    assert.ok(types.includes('incident'));
    assert.equal(new Set(types).size, types.length);
    const sealed = features.flatMap((one) => one.sealed ?? []);
    const names = sealed.map(({ table, column }) => `${table}.${column}`);
    assert.equal(new Set(names).size, names.length);
    assert.equal(sealed.filter(({ isFollowed }) => isFollowed).length, 1);
  });

  test('reading an offer before the features are composed is an error, not an empty result', () => {
    const offered = new Registry<string, number>('numbers');
    assert.throws(() => offered.get('one'), /numbers of the features are not known yet/);
    assert.throws(() => offered.all(), /compose\(\)/);
    offered.set([['one', 1]]);
    assert.deepEqual([offered.get('one'), offered.get('two'), offered.all()], [1, undefined, [1]]);
  });
});
