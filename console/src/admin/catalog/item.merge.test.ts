import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CatalogItem } from '../../api/index.ts';
import { renameQuestion } from './form.edits.ts';
import {
  afterSaving,
  beginEditing,
  changesIn,
  type Editing,
  keepMine,
  rebase,
  takeTheirs,
  valuesOf,
} from './item.merge.ts';
import { writeItem } from './item.values.ts';

const fields = new Map();
const question = (key: string) => ({
  key,
  label: key,
  help: null,
  type: 'text' as const,
  choices: [],
  required: false,
  default: null,
  show_if: null,
});

const item: CatalogItem = {
  id: 'CAT0000001',
  name: 'Laptop',
  category: 'Hardware',
  summary: null,
  description: null,
  icon: 'laptop',
  audience: { all: [{ field: 'requester.department', operator: 'eq', value: 'Sales' }] },
  form: [question('model'), question('reason')],
  approvals: [
    { name: 'Manager', approvers: 'manager_of_requester', need: 'any' },
    { name: 'Budget', approvers: 'people', people: ['bo@example.com'], need: 2 },
  ],
  tasks: [
    {
      key: 'order',
      name: 'Order it',
      assignment_group: 'Desk',
      assigned_to: null,
      depends_on: [],
      due_in_hours: 8,
    },
  ],
  assignment_group: null,
  state: 'published',
  published_version: 3,
  pending_revision: false,
  pending: null,
  allowed_transitions: ['retired'],
  version: 3,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

const edit = (editing: Editing): Editing => ({
  ...editing,
  edits: {
    ...editing.edits,
    form: renameQuestion(valuesOf(editing).form, valuesOf(editing).form[0]?.id ?? '', 'Which one?'),
  },
});

describe('Editing a catalog item', () => {
  const begun = beginEditing(item, fields);

  test('an item that was not edited is written as it was read, and has no changes', () => {
    const { id: _, state: _s, published_version: _v, pending_revision: _r, ...rest } = item;
    const { pending: _p, allowed_transitions: _t, version: _n, created_at: _c, ...dated } = rest;
    const { updated_at: _u, ...content } = dated;
    assert.deepEqual(writeItem(valuesOf(begun), fields), content);
    assert.deepEqual(changesIn(begun, fields), {});
  });

  test('an edit of a published item begins with its pending revision', () => {
    const pending = beginEditing({ ...item, pending: { name: 'Notebook' } }, fields);
    assert.equal(valuesOf(pending).name, 'Notebook');
  });

  test('only parts that differ are sent', () => {
    const changes = changesIn(edit(begun), fields);
    assert.deepEqual(Object.keys(changes ?? {}), ['form']);
    assert.equal(changes?.form?.[0]?.label, 'Which one?');
    assert.equal(changes?.form?.[0]?.key, 'model');
  });

  test('parts that only someone else has changed follow', () => {
    const next = rebase(edit(begun), { ...item, version: 4, name: 'Notebook' }, fields);
    assert.deepEqual(next.conflicts, []);
    assert.equal(valuesOf(next).name, 'Notebook');
    assert.deepEqual(Object.keys(changesIn(next, fields) ?? {}), ['form']);
  });

  test('a part that both have changed is theirs or mine, as somebody decides', () => {
    const theirs = { ...item, version: 4, form: [question('model')] };
    const next = rebase(edit(begun), theirs, fields);
    assert.deepEqual(next.conflicts, ['form']);
    assert.equal(valuesOf(takeTheirs(next)).form.length, 1);
    assert.equal(valuesOf(keepMine(next)).form.length, 2);
    assert.deepEqual(rebase(next, { ...theirs, version: 5 }, fields).conflicts, ['form']);
  });

  test('rows keep their ids when the item is saved, and later edits are still to be saved', () => {
    const sent = edit(begun);
    const later = { ...sent, edits: { ...sent.edits, name: 'Notebook' } };
    const saved = { ...item, version: 4, form: changesIn(sent, fields)?.form ?? [] };
    const next = afterSaving(later, sent, saved);
    assert.equal(next.version, 4);
    assert.equal(valuesOf(next).form, valuesOf(sent).form);
    assert.deepEqual(changesIn(next, fields), { name: 'Notebook' });
    const reread = rebase(next, { ...saved, version: 5 }, fields);
    assert.equal(valuesOf(reread).form, valuesOf(sent).form);
  });
});
