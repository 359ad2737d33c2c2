// Walks through random edits: each is saved and loaded, and the form is then that of the naive model.
import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../../../src/forms/index.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { drawForm } from '../forms/draw.ts';
import { drawDefault } from '../forms/draw.values.ts';
import { drawEdit, drawShowIf, type Edited, MAX_QUESTIONS, type Session } from './edits.ts';
import type { Editor } from './editor.ts';
import { clone, type Model, modelOf, toSaved } from './model.ts';

export interface FormStore {
  /** Saves the form, and returns it as it is loaded again. */
  save: (form: readonly Question[]) => Promise<readonly Question[]>;
}

/** Sessions of an editor end at random: it then knows only what was saved. */
const RELOADED = 0.7;

export function drawFirstForm(random: Random, count = MAX_QUESTIONS): Question[] {
  const form: Question[] = [];
  for (const question of drawForm(random, count)) {
    const show_if = question.show_if && drawShowIf(random, form);
    const initial = question.default === null ? null : drawDefault(random, question);
    form.push({ ...question, default: initial, show_if: show_if as Question['show_if'] });
  }
  return clone(form);
}

const withoutDetails = (form: readonly Question[], expected: readonly Question[]): string => {
  const at = expected.findIndex((question, place) => !isDeepStrictEqual(question, form[place]));
  return at === -1
    ? `${form.length} questions instead of ${expected.length}`
    : `question ${at} is ${JSON.stringify(form[at])}\nthe model says ${JSON.stringify(expected[at])}`;
};

export class Walk {
  readonly faults: string[] = [];
  readonly edits: Record<string, number> = {};
  saved = 0;
  incomplete = 0;
  readonly random: Random;
  readonly #editor: Editor;
  readonly #store: FormStore;
  #session: Session;

  constructor(editor: Editor, store: FormStore, first: readonly Question[], random: Random) {
    this.#editor = editor;
    this.#store = store;
    this.random = random;
    this.#session = this.#open(first, modelOf(first));
  }

  get model(): Model {
    return this.#session.model;
  }

  #open(form: readonly Question[], model: Model): Session {
    return { editor: this.#editor, random: this.random, form: this.#editor.readForm(form), model };
  }

  #report(name: string, fault: string): void {
    this.faults.push(`edit ${this.saved} (${name}): ${fault}`);
  }

  /** Makes one edit, of which nothing remains if it is not complete. */
  async edit(): Promise<void> {
    const edited = drawEdit(this.#session);
    this.edits[edited.name] = (this.edits[edited.name] ?? 0) + 1;
    await this.apply(edited);
  }

  /** Makes edits that people make, too. */
  async change(
    name: string,
    change: (session: Session) => Pick<Edited, 'form' | 'model'>,
  ): Promise<void> {
    await this.apply({ name, ...change(this.#session) });
  }

  async apply({ name, form, model, fault }: Edited): Promise<void> {
    if (fault !== undefined) this.#report(name, fault);
    const keyed = this.#editor.keyedForm(form);
    const written = this.#editor.writeForm(keyed);
    if (model === undefined || written === undefined) {
      this.incomplete += 1;
      if ((model === undefined) !== (written === undefined))
        this.#report(
          name,
          `${written ? 'a form without a value is' : 'a complete form is not'} saved`,
        );
      return;
    }
    const loaded = await this.#store.save(written);
    this.saved += 1;
    const expected = toSaved(model);
    if (!isDeepStrictEqual(loaded, expected)) this.#report(name, withoutDetails(loaded, expected));
    this.#session = this.random.chance(RELOADED)
      ? this.#open(loaded, modelOf(loaded))
      : { ...this.#session, form: keyed, model };
  }
}

/** Careless functions show with few questions, too. */
const FEW_QUESTIONS = 30;

/** Walks without a service, and ends at the first difference, which a planted fault must cause. */
export async function findDifference(editor: Editor, edits: number, seed: number) {
  const random = randomFrom(seed);
  const first = drawFirstForm(random, FEW_QUESTIONS);
  const walk = new Walk(editor, { save: async (form) => clone(form) }, first, random);
  for (let at = 0; at < edits && walk.faults.length === 0; at += 1) await walk.edit();
  return walk;
}
