import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  bytesOf,
  categoriesOf,
  cleanDefaults,
  freezeFields,
  freezesOf,
  localOf,
  megabytesOf,
  minutesOf,
  secondsOf,
  templatesOf,
  wholeNumber,
} from './settings.form.ts';
import { isoOf } from '../../ui/region/zone.ts';

describe('The form of the settings', () => {
  test('targets are shown in minutes, and their seconds survive', () => {
    assert.equal(minutesOf(14_400), '240');
    for (const seconds of [1, 90, 14_400]) assert.equal(secondsOf(minutesOf(seconds)), seconds);
    for (const text of ['', ' ', '0', '-5', 'x']) assert.equal(secondsOf(text), undefined, text);
  });

  test('quotas are shown in megabytes, and their bytes survive', () => {
    assert.equal(megabytesOf(209_715_200), '200');
    for (const bytes of [0, 1, 1_000_000, 209_715_200, 5_368_709_121])
      assert.equal(bytesOf(megabytesOf(bytes)), bytes);
    for (const text of ['', ' ', '-5', 'x', '1e300']) assert.equal(bytesOf(text), undefined, text);
  });

  test('whole numbers are accepted from the least allowed one', () => {
    assert.deepEqual(
      ['3', '0', '-1', '1.5', '', 'x'].map((text) => wholeNumber(text, 1)),
      [3, undefined, undefined, undefined, undefined, undefined],
    );
    assert.equal(wholeNumber('0', 0), 0);
  });

  test('a freeze is entered in local time, and its seconds survive', () => {
    const at = '2026-12-20T08:30:00.000Z';
    assert.equal(isoOf(localOf(at)), at);
    assert.equal(isoOf('nonsense'), undefined);
    const freeze = { name: 'Year end', from: at, to: '2027-01-03T00:00:00.000Z', classes: ['db'] };
    assert.deepEqual(freezesOf([freezeFields(freeze)]), [freeze]);
    const exact = { ...freeze, from: '2026-12-20T08:30:59.999Z' };
    assert.deepEqual(freezesOf([freezeFields(exact)]), [exact]);
    const { classes: _, ...all } = freeze;
    assert.deepEqual(freezesOf([freezeFields(all)]), [all]);
  });

  test('an incomplete freeze or template is not saved', () => {
    const fields = { name: ' ', from: '2026-12-20T08:30', to: '2026-12-21T08:30', classes: '' };
    assert.equal(freezesOf([fields]), undefined);
    assert.equal(freezesOf([{ ...fields, name: 'A', to: '' }]), undefined);
    assert.equal(templatesOf([{ name: '', defaults: {} }]), undefined);
  });

  test('categories are saved once each has a name', () => {
    const category = { name: ' Network ', subcategories: ['VPN', 'Wi-Fi, guests'] };
    assert.deepEqual(categoriesOf([category]), [{ ...category, name: 'Network' }]);
    assert.equal(categoriesOf([category, { name: ' ', subcategories: [] }]), undefined);
  });

  test('empty defaults are left out of a template', () => {
    assert.deepEqual(
      cleanDefaults({ risk: 'low', description: '', ci_ids: [], impact: null, test_plan: 'Look' }),
      { risk: 'low', test_plan: 'Look' },
    );
  });
});
