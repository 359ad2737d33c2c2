import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evaluateForm, type Form, type Question } from '../../api/catalog/forms.ts';
import { fieldsByName, newRow, readCondition } from '../../conditions/index.ts';
import {
  addQuestion,
  changeKey,
  changeQuestion,
  editShowIf,
  moveQuestion,
  newChoice,
  reasonAgainstKey,
  removeQuestion,
  renameQuestion,
  setChoices,
  setShowIf,
  setType,
} from './form.edits.ts';
import { findBroken, conditionFaults, dependentsOf, labelsText } from './form.references.ts';
import { fieldsBefore, incompleteIn, previewedForm, readForm, writeForm } from './form.values.ts';
import { keyedForm } from './question.keys.ts';
import type { FormValue } from './question.values.ts';

const question = (part: Partial<Question> & Pick<Question, 'key'>): Question => ({
  label: part.key,
  help: null,
  type: 'text',
  choices: [],
  required: false,
  default: null,
  show_if: null,
  ...part,
});

const isZurich = { all: [{ field: 'site', operator: 'eq' as const, value: 'zrh' }] };
const stored: Form = [
  question({
    key: 'site',
    label: 'Site',
    type: 'choice',
    choices: [
      { value: 'muc', label: 'Munich' },
      { value: 'zrh', label: 'Zurich' },
    ],
    default: 'muc',
    required: true,
  }),
  question({ key: 'seats', label: 'Seats', type: 'integer', help: 'How many?' }),
  question({
    key: 'room',
    label: 'Room',
    show_if: { any: [...isZurich.all, { none: [{ field: 'seats', operator: 'gte', value: 5 }] }] },
  }),
];

const idOf = (form: FormValue, key: string): string =>
  form.find((one) => one.key === key)?.id ?? assert.fail(key);
const contentOf = (form: FormValue): Question[] => writeForm(form) ?? assert.fail('not complete');
const conditionOf = (form: FormValue, key: string) =>
  contentOf(form).find((one) => one.key === key)?.show_if;

describe('Reading and writing a form', () => {
  test('a form that was not edited is written as it was read', () => {
    assert.deepEqual(contentOf(readForm(stored)), stored);
  });

  test('a row without a label is no question', () => {
    const { form, id } = addQuestion(readForm(stored));
    assert.deepEqual(contentOf(form), stored);
    assert.equal(contentOf(changeQuestion(form, id, { help: 'Say more.' })).length, 4);
  });

  test('choices and defaults of another type are left out, and come back with it', () => {
    const form = readForm(stored);
    const asText = setType(form, idOf(form, 'site'), 'text');
    assert.deepEqual([contentOf(asText)[0]?.choices, contentOf(asText)[0]?.default], [[], null]);
    assert.deepEqual(contentOf(setType(asText, idOf(form, 'site'), 'choice')), stored);
  });

  test('a form is not written while a condition lacks a value', () => {
    const form = readForm(stored);
    const id = idOf(form, 'room');
    const [, seats] = fieldsBefore(form, id);
    const row = { ...newRow(seats ?? assert.fail()), texts: [''] };
    const edited = editShowIf(form, id, { key: 'x', name: 'all', nodes: [row] });
    assert.equal(writeForm(edited), undefined);
    assert.deepEqual([...incompleteIn(edited)], [id]);
    assert.deepEqual(evaluateForm(previewedForm(edited), {}).visible, ['site', 'seats', 'room']);
  });
});

describe('Keys of questions', () => {
  test('the key is made from the first label, and stays', () => {
    const { form, id } = addQuestion(readForm(stored), { label: 'Cost centre' });
    const renamed = renameQuestion(form, id, 'Project');
    assert.equal(idOf(keyedForm(renamed), 'cost_centre'), id);
  });

  test('a question gets no key before its label is left', () => {
    const added = addQuestion([]);
    const typed = renameQuestion(added.form, added.id, 'N');
    assert.equal(typed[0]?.key, '');
    assert.equal(keyedForm(renameQuestion(typed, added.id, 'Name'))[0]?.key, 'name');
  });

  test('keys are unique, and none is made that a condition still names', () => {
    let form = addQuestion(readForm(stored), { label: 'Seats' }).form;
    assert.equal(form[3]?.key, 'seats_2');
    form = removeQuestion(form, idOf(form, 'site'));
    assert.equal(addQuestion(form, { label: 'Site' }).form.at(-1)?.key, 'site_2');
    assert.equal(addQuestion([], { label: '名前' }).form[0]?.key, 'question');
  });

  test('a changed key changes in the conditions, and a taken or invalid one is refused', () => {
    const form = readForm(stored);
    const id = idOf(form, 'site');
    const changed = changeKey(form, id, 'place');
    assert.match(JSON.stringify(conditionOf(changed, 'room')), /^\{"any":\[\{"field":"place"/);
    assert.deepEqual(contentOf(changeKey(changed, id, 'site')), stored);
    for (const key of ['seats', '', 'Site', '1st']) {
      assert.ok(reasonAgainstKey(form, id, key), key);
      assert.equal(changeKey(form, id, key), form);
    }
  });

  test('a choice keeps its value when its label changes, and a new one gets its own', () => {
    const form = readForm(stored);
    const id = idOf(form, 'site');
    const [munich, zurich] = form[0]?.choices ?? [];
    const next = setChoices(form, id, [
      { ...(munich ?? assert.fail()), label: 'München' },
      zurich ?? assert.fail(),
      newChoice('Bern'),
      newChoice('zrh'),
      newChoice(' '),
    ]);
    assert.deepEqual(contentOf(next)[0]?.choices, [
      { value: 'muc', label: 'München' },
      { value: 'zrh', label: 'Zurich' },
      { value: 'Bern', label: 'Bern' },
      { value: 'zrh 2', label: 'zrh' },
    ]);
  });
});

describe('Conditions of questions', () => {
  const form = readForm(stored);
  const [site, seats, room] = ['site', 'seats', 'room'].map((key) => idOf(form, key)) as [
    string,
    string,
    string,
  ];

  test('the questions that name another are known', () => {
    assert.equal(labelsText(dependentsOf(form, site)), '“Room”');
    assert.equal(labelsText([...form]), '“Site”, “Seats” and “Room”');
    assert.deepEqual(dependentsOf(form, room), []);
  });

  test('removing a question keeps the conditions that name it, and marks them', () => {
    const removed = removeQuestion(form, site);
    assert.deepEqual(conditionOf(removed, 'room'), stored[2]?.show_if);
    assert.deepEqual([...conditionFaults(removed, room).keys()], ['/any/0/field']);
    assert.equal(labelsText(findBroken(form, removed)), '“Room”');
  });

  test('moving a question below one that depends on it marks the condition until it is moved back', () => {
    const moved = moveQuestion(form, seats, 2);
    assert.deepEqual([...conditionFaults(moved, room).keys()], ['/any/1/none/0/field']);
    assert.deepEqual(conditionOf(moved, 'room'), stored[2]?.show_if);
    const back = moveQuestion(moved, seats, 1);
    assert.equal(findBroken(form, back).length, 0);
    assert.deepEqual(contentOf(back), stored);
    assert.equal(moveQuestion(form, site, -1), form);
    assert.equal(moveQuestion(form, room, 3), form);
  });

  test('a type or a choice that is gone marks the comparison, whose value stays', () => {
    const asText = setType(form, seats, 'text');
    assert.match([...conditionFaults(asText, room).values()].join(), /another type/);
    assert.deepEqual(conditionOf(asText, 'room'), stored[2]?.show_if);
    const without = setChoices(form, site, []);
    assert.match([...conditionFaults(without, room).values()].join(), /no choice zrh/);
    assert.deepEqual(conditionOf(without, 'room'), stored[2]?.show_if);
  });

  test('a value that was typed keeps its type when that of the question changes', () => {
    const fields = fieldsByName(fieldsBefore(form, room));
    const group = readCondition({ all: [] }, fields);
    const row = { ...newRow(fields.get('seats') ?? assert.fail()), texts: ['7'] };
    const edited = editShowIf(form, room, { ...group, nodes: [row] });
    const expected = { all: [{ field: 'seats', operator: 'gte', value: 7 }] };
    assert.deepEqual(conditionOf(setType(edited, seats, 'text'), 'room'), expected);
    assert.deepEqual(conditionOf(edited, 'room'), expected);
  });

  test('a condition is set and cleared', () => {
    assert.deepEqual(conditionOf(setShowIf(form, seats, isZurich), 'seats'), isZurich);
    assert.equal(conditionOf(setShowIf(form, room, null), 'room'), null);
  });
});
