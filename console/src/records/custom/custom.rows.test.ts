import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Field } from '../../api/index.ts';
import { missingRow, rowsOfForm, rowsOfRecord } from './custom.rows.ts';

const field = (key: string, part: Partial<Field> = {}): Field => ({
  id: `fld_${key}`,
  record_type: 'incident',
  key,
  type: 'text',
  label: key,
  choices: [],
  required: false,
  visible_to: 'everyone',
  editable_by: 'everyone',
  filterable: false,
  position: 10,
  active: true,
  description: null,
  default: null,
  index: null,
  created_at: '',
  updated_at: '',
  version: 1,
  ...part,
});
const agent = { isAgent: true, readsCis: true };
const requester = { isAgent: false, readsCis: false };
const names = (rows: readonly { field: string; isReadOnly?: boolean | undefined }[]) =>
  rows.map((row) => row.field + (row.isReadOnly ? ' (read-only)' : ''));

describe('Rows of custom fields', () => {
  const fields = [
    field('site'),
    field('cause', { editable_by: 'agents' }),
    field('spare', { type: 'ci' }),
    field('old', { active: false }),
    field('older', { active: false }),
  ];

  test('a form has the active fields that the person may set', () => {
    assert.deepEqual(names(rowsOfForm(fields, agent)), [
      'custom.site',
      'custom.cause',
      'custom.spare',
    ]);
    assert.deepEqual(names(rowsOfForm(fields, requester)), ['custom.site']);
  });

  test('a record has the active fields, then the others with a value, which cannot be edited', () => {
    const record = { custom: { old: 'x', unknown: 'y', older: null } };
    assert.deepEqual(names(rowsOfRecord(fields, requester, record)), [
      'custom.site',
      'custom.cause (read-only)',
      'custom.spare',
      'custom.old (read-only)',
      'custom.unknown (read-only)',
    ]);
    assert.deepEqual(rowsOfRecord([], agent, {}), []);
  });

  test('a choice that is no longer offered cannot be chosen', () => {
    const choices = [
      { value: 'a', label: 'A', active: true },
      { value: 'b', label: 'B', active: false },
    ];
    const [row] = rowsOfForm([field('site', { type: 'choice', choices })], agent);
    assert.deepEqual(row?.editor, { kind: 'choice', values: { a: 'A' } });
  });

  test('a required field is missing until it has a value, or a default', () => {
    const rows = rowsOfForm(
      [
        field('vip', { type: 'boolean', required: true }),
        field('seats', { type: 'integer', required: true, default: 3 }),
        field('tags', { type: 'choices', required: true }),
        field('cause'),
      ],
      agent,
    );
    const missing = (values: object) => missingRow(rows, values as never)?.field;
    assert.equal(missing({}), 'custom.vip');
    assert.equal(missing({ 'custom.vip': false }), 'custom.tags');
    assert.equal(missing({ 'custom.vip': false, 'custom.tags': [] }), 'custom.tags');
    assert.equal(missing({ 'custom.vip': false, 'custom.tags': ['a'] }), undefined);
  });
});
