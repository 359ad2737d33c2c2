// Random edits of a form: each is made by the function of the editor and by the naive model.
import { type Question, questionFields, type QuestionType } from '../../../src/forms/index.ts';
import type { Random } from '../../support/random.ts';
import { drawCondition } from '../conditions/draw.ts';
import type { NaiveNode } from '../conditions/naive.ts';
import { drawDefault, types } from '../forms/draw.values.ts';
import { drawConditionEdit } from './condition-edits.ts';
import type { EditedForm, EditedQuestion, Editor } from './editor.ts';
import {
  changeAt,
  clone,
  questionsBefore,
  type Model,
  type ModelQuestion,
  moveTo,
  namesIn,
  renameKey,
  toSaved,
} from './model.ts';

export interface Session {
  editor: Editor;
  random: Random;
  form: EditedForm;
  model: Model;
}

export interface Edited {
  name: string;
  form: EditedForm;
  /** Undefined while a condition lacks a value, so that nothing is saved. */
  model: Model | undefined;
  /** The model cannot say why, or the edit broke a rule of its own. */
  fault?: string;
}

export interface Place {
  at: number;
  question: ModelQuestion;
  /** The question as the editor has it. */
  edited: EditedQuestion;
}

export const MAX_QUESTIONS = 100;
const MAX_CONDITION_LENGTH = 5000;

const labels = ['Site', 'Room', 'Größe', '名前', '<b>', '😀', 'Cost centre', '42', 'a/b “c”'];

const isChoice = (type: QuestionType): boolean => type === 'choice' || type === 'choices';

/** A caller of the API could send larger ones, but a body has a limit. */
export function drawShowIf(random: Random, earlier: readonly Question[]): NaiveNode | null {
  if (earlier.length === 0) return null;
  for (;;) {
    const condition = clone(drawCondition(random, questionFields(earlier), false));
    const text = JSON.stringify(condition);
    // The editor asks for a row in each group, which the API does not.
    if (text.length < MAX_CONDITION_LENGTH && !text.includes('[]')) return condition;
  }
}

type Edit = (session: Session, place: Place) => Omit<Edited, 'name'>;

const rename: Edit = ({ editor, random, form, model }, { at, edited }) => {
  const label = `${random.pick(labels)} ${random.below(100)}`;
  return {
    form: editor.renameQuestion(form, edited.id, label),
    model: changeAt(model, at, { label }),
  };
};

const setHelp: Edit = ({ editor, random, form, model }, { at, edited }) => {
  const help = random.pick(['', 'Say more.', 'Zeile 1\nZeile 2', '{"a":1}']);
  const required = random.chance(0.5);
  return {
    form: editor.changeQuestion(form, edited.id, { help, required }),
    model: changeAt(model, at, { help: help || null, required }),
  };
};

const setDefault: Edit = ({ editor, random, form, model }, { at, question, edited }) => {
  const value = drawDefault(random, toSaved([question])[0]!);
  const { type } = question;
  return {
    form: editor.changeQuestion(form, edited.id, { default: { type, value } }),
    model: changeAt(model, at, { default: value, defaultType: type }),
  };
};

const setType: Edit = ({ editor, random, form, model }, { at, edited }) => {
  const type = random.pick(types);
  return { form: editor.setType(form, edited.id, type), model: changeAt(model, at, { type }) };
};

/** Removes, renames, moves and adds choices; a new one has its label as its value, made unique. */
const setChoices: Edit = ({ editor, random, form, model }, { at, question, edited }) => {
  if (!isChoice(question.type)) return { form, model };
  const order = random.shuffle(edited.choices.map((_, place) => place));
  const places = order.filter(() => random.chance(0.9));
  const label = random.pick([...labels, question.choices[0]?.value ?? 'munich']);
  const choices = places.map((place) => ({ ...question.choices[place]! }));
  const next = places.map((place) => ({ ...edited.choices[place]! }));
  const [first] = places;
  if (first !== undefined && random.chance(0.5))
    choices[0]!.label = next[0]!.label = 'Another label';
  if (choices.length < 90) {
    next.push(editor.newChoice(label));
    const values = new Set(choices.map((one) => one.value));
    let value = label;
    for (let number = 2; values.has(value); number += 1) value = `${label} ${number}`;
    choices.push({ value, label });
  }
  return {
    form: editor.setChoices(form, edited.id, next),
    model: changeAt(model, at, { choices }),
  };
};

const move: Edit = ({ editor, random, form, model }, { at, edited }) => {
  const to = random.chance(0.5) ? random.below(model.length) : at + random.pick([-1, 1]);
  const isPlace = to >= 0 && to < model.length;
  return {
    form: editor.moveQuestion(form, edited.id, to),
    model: isPlace ? moveTo(model, at, to) : model,
  };
};

const remove: Edit = ({ editor, form, model }, { at, edited }) => ({
  form: editor.removeQuestion(form, edited.id),
  model: model.filter((_, place) => place !== at),
});

const KEY = /^[a-z][a-z0-9_]{0,39}$/;

/** The editor makes a key of the label: the model only knows which keys it must not make. */
const add: Edit = ({ editor, random, form, model }, { at, question }) => {
  if (model.length >= MAX_QUESTIONS) {
    const reason = editor.reasonAgainstQuestion(form);
    return {
      form,
      model,
      ...(reason === undefined && { fault: 'a question too many is offered' }),
    };
  }
  const label = random.pick([...labels, question.label, question.key]);
  const type = random.pick(types);
  const { form: next, id } = editor.addQuestion(form, { label, type }, at);
  const key = next.find((one) => one.id === id)?.key ?? '';
  const isTaken = namesIn(model).has(key) || model.some((one) => one.key === key);
  const added = {
    key,
    label,
    type,
    help: null,
    choices: [],
    required: false,
    show_if: null,
    default: null,
    defaultType: type,
  };
  return {
    form: next,
    model: [...model.slice(0, at), added, ...model.slice(at)],
    ...((isTaken || !KEY.test(key)) && { fault: `a question gets the key “${key}”` }),
  };
};

/** A key that a condition still names may be given to a question on purpose. */
const changeKey: Edit = ({ editor, random, form, model }, { question, edited }) => {
  const key = random.pick([
    `k_${random.below(1e6)}`,
    `k${'x'.repeat(39)}`,
    random.pick(model).key,
    random.pick([...namesIn(model), 'site']),
    'Bad',
    '1st',
    'with space',
    '',
  ]);
  const isFree = KEY.test(key) && model.every((one) => one.key !== key);
  return {
    form: editor.changeKey(form, edited.id, key),
    model: isFree ? renameKey(model, question.key, key) : model,
  };
};

const setShowIf: Edit = ({ editor, random, form, model }, { at, edited }) => {
  const earlier = questionsBefore(model, at);
  const show_if = random.chance(0.2) ? null : drawShowIf(random, earlier);
  return {
    form: editor.setShowIf(form, edited.id, show_if as Question['show_if']),
    model: changeAt(model, at, { show_if }),
  };
};

const editShowIf: Edit = (session, place) => {
  const { editor, form, model } = session;
  const edited = drawConditionEdit(session, place);
  if (!edited) return { form, model };
  const { group, condition } = edited;
  return {
    form: editor.editShowIf(form, place.edited.id, group),
    model: condition && changeAt(model, place.at, { show_if: condition }),
  };
};

const edits: Readonly<Record<string, { edit: Edit; weight: number }>> = {
  rename: { edit: rename, weight: 2 },
  'set help': { edit: setHelp, weight: 1 },
  'set default': { edit: setDefault, weight: 2 },
  'set type': { edit: setType, weight: 2 },
  'set choices': { edit: setChoices, weight: 2 },
  move: { edit: move, weight: 3 },
  remove: { edit: remove, weight: 1 },
  add: { edit: add, weight: 2 },
  'change key': { edit: changeKey, weight: 2 },
  'set show_if': { edit: setShowIf, weight: 2 },
  'edit show_if': { edit: editShowIf, weight: 4 },
};
const drawn = Object.entries(edits).flatMap(([name, { weight }]) =>
  Array.from({ length: weight }, () => name),
);

export function drawEdit(session: Session): Edited {
  const { random, form, model } = session;
  const name = model.length === 0 ? 'add' : random.pick(drawn);
  const at = random.below(Math.max(1, model.length));
  const [question, edited] = [model[at], form[at]] as [ModelQuestion, EditedQuestion];
  return { name, ...edits[name]!.edit(session, { at, question, edited }) };
}
