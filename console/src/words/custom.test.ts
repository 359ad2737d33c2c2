import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  customField,
  customTextAt,
  learnFields,
  nestCustom,
  patchedFields,
  valueAt,
} from './custom.ts';
import { fieldLabel, isLongField, valueText } from './fields.ts';
import { inputFaultText } from './faults.ts';

const choices = [
  { value: 'muc', label: 'Munich' },
  { value: 'zrh', label: 'Zurich' },
];
const field = (key: string, type: string, label = key) => ({ key, type, label, choices });

describe('Custom fields in words', () => {
  learnFields('incident', [
    field('site', 'choice', 'Site'),
    field('tags', 'choices'),
    field('vip', 'boolean'),
    field('bought', 'date'),
    field('cost', 'decimal'),
    field('log', 'long_text', 'Log'),
    field('expert', 'person'),
  ]);
  learnFields('change', [field('site', 'text', 'Place')]);

  test('a field has the label of its record type, and an unknown one that of its key', () => {
    assert.equal(fieldLabel('custom.site', 'incident'), 'Site');
    assert.equal(fieldLabel('custom.site', 'change'), 'Place');
    assert.equal(fieldLabel('custom.old_place', 'change'), 'Old place');
    assert.equal(customField('site', 'incident'), undefined);
    assert.ok(isLongField('custom.log', 'incident') && !isLongField('custom.site', 'incident'));
  });

  test('values of every type are worded', () => {
    const texts = (
      [
        ['site', 'muc', 'Munich'],
        ['site', 'gone', 'gone'],
        ['tags', ['zrh', 'muc'], 'Zurich, Munich'],
        ['tags', [], 'none'],
        ['vip', false, 'No'],
        ['bought', '2026-02-03', '3 Feb 2026'],
        ['cost', 1234.567891, '1,234.567891'],
        ['log', 'a\nb', 'a\nb'],
        ['expert', 'ada.ellis@example.com', 'Ada Ellis'],
        ['site', null, 'none'],
      ] as const
    ).map(([key, value, text]) => [valueText(`custom.${key}`, value, 'incident'), text]);
    for (const [shown, text] of texts) assert.equal(shown, text);
    assert.equal(customTextAt('priority', 'P1', 'incident'), undefined);
    assert.equal(customTextAt('custom.site', null, 'incident'), undefined);
  });

  test('a refused value is named by the label of its field', () => {
    assert.equal(
      inputFaultText('/custom/site', 'custom.site must be muc or zrh.'),
      'Site must be muc or zrh.',
    );
  });

  test('values are read and sent within custom, and other values stay', () => {
    const record = { state: 'new', custom: { site: 'muc', vip: true } };
    assert.equal(valueAt(record, 'custom.site'), 'muc');
    assert.equal(valueAt(record, 'custom.cost'), null);
    assert.equal(valueAt({}, 'custom.cost'), null);
    assert.equal(valueAt(record, 'state'), 'new');
    assert.equal(valueAt({ 'custom.site': 'zrh' }, 'custom.site'), 'zrh');
    assert.deepEqual(nestCustom({ state: 'new', 'custom.site': null }), {
      state: 'new',
      custom: { site: null },
    });
    assert.deepEqual(nestCustom({ state: 'new' }), { state: 'new' });
    assert.deepEqual(patchedFields(record, { 'custom.site': 'zrh' }), {
      custom: { site: 'zrh', vip: true },
    });
    assert.deepEqual(patchedFields(undefined, { 'custom.site': 'zrh' }), {
      custom: { site: 'zrh' },
    });
  });
});
