import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import { type EditedForm, type EditedGroup, type Editor, loadEditor } from './editor.ts';
import { findDifference } from './walk.ts';

const mapConditions = (
  form: EditedForm,
  change: (group: EditedGroup, id: string) => EditedGroup | null,
): EditedForm =>
  form.map((question) =>
    question.show_if === null
      ? question
      : { ...question, show_if: change(question.show_if, question.id) },
  );

const keyOf = (form: EditedForm, id: string): string | undefined =>
  form.find((question) => question.id === id)?.key;

const names = (group: EditedGroup, key: string | undefined): boolean =>
  JSON.stringify(group).includes(JSON.stringify(key));

/** A careless function of the editor stands in for its own. */
type Plant = (editor: Editor) => Partial<Editor>;

const planted: [fault: string, plant: Plant][] = [
  [
    'removing a question drops the conditions that name it',
    (editor) => ({
      removeQuestion: (form, id) =>
        mapConditions(editor.removeQuestion(form, id), (group) =>
          names(group, keyOf(form, id)) ? null : group,
        ),
    }),
  ],
  [
    'moving a question clears its condition',
    (editor) => ({
      moveQuestion: (form, id, to) => {
        const next = editor.moveQuestion(form, id, to);
        return next === form ? form : editor.setShowIf(next, id, null);
      },
    }),
  ],
  [
    'moving a question down ends one place too early',
    (editor) => ({
      moveQuestion: (form, id, to) => {
        const from = form.findIndex((question) => question.id === id);
        return editor.moveQuestion(form, id, to > from + 1 ? to - 1 : to);
      },
    }),
  ],
  [
    'a new key leaves the conditions behind',
    (editor) => ({
      changeKey: (form, id, key) => {
        const changed = editor.changeKey(form, id, key);
        return form.map((question) => ({ ...question, key: keyOf(changed, question.id) ?? '' }));
      },
    }),
  ],
  [
    'a key that is taken is accepted',
    () => ({
      changeKey: (form, id, key) =>
        form.map((question) => (question.id === id ? { ...question, key } : question)),
    }),
  ],
  [
    'a new type empties the conditions that compare with the question',
    (editor) => ({
      setType: (form, id, type) =>
        mapConditions(editor.setType(form, id, type), (group) =>
          names(group, keyOf(form, id)) ? { ...group, nodes: [] } : group,
        ),
    }),
  ],
  [
    'the key follows the label',
    (editor) => ({
      renameQuestion: (form, id, label) =>
        editor.keyedForm(
          editor
            .renameQuestion(form, id, label)
            .map((question) => (question.id === id ? { ...question, key: '' } : question)),
        ),
    }),
  ],
  [
    'the value of a choice follows its label',
    (editor) => ({
      setChoices: (form, id, choices) =>
        editor.setChoices(
          form,
          id,
          choices.map((choice) => ({ ...choice, value: choice.label })),
        ),
    }),
  ],
  [
    'only rows of the first level are read',
    (editor) => ({
      readForm: (form) =>
        mapConditions(editor.readForm(form), (group) => ({
          ...group,
          nodes: group.nodes.filter((node) => 'field' in node),
        })),
    }),
  ],
  [
    'none is read as any',
    (editor) => ({
      readForm: (form) =>
        mapConditions(editor.readForm(form), (group) => ({
          ...group,
          name: group.name === 'none' ? 'any' : group.name,
        })),
    }),
  ],
  [
    'rows that were not edited are typed again',
    (editor) => ({
      readForm: (form) =>
        mapConditions(editor.readForm(form), (group) => ({
          ...group,
          nodes: group.nodes.map((node) => ({ ...node, stored: undefined })),
        })),
    }),
  ],
  [
    'a form is saved without its incomplete conditions',
    (editor) => ({
      writeForm: (form) =>
        editor.writeForm(form) ?? editor.writeForm(mapConditions(form, () => null)),
    }),
  ],
];

describe('Edits of a form and their naive model', () => {
  testShort(propertyTests['form-edits']);

  for (const [fault, plant] of planted)
    test(`the comparison detects a planted fault: ${fault}`, async () => {
      const editor = await loadEditor();
      const { faults } = await findDifference({ ...editor, ...plant(editor) }, 400, 1);
      assert.equal(faults.length, 1);
    });
});
