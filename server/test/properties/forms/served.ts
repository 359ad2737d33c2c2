// Random forms are published, and ordered with random answers over HTTP: the naive interpreter names the faults of each
// order, or the answers that are stored and the questions that are shown with them.
import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../../../src/forms/index.ts';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import { drawForm, drawGiven, type Given } from './draw.ts';
import { answerNaively, codesOf, type NaiveEvaluation } from './naive.ts';
import { isStorable, throughJson } from './storable.ts';

/** A catalog has at most 500 items. */
const ORDERS_OF_A_FORM = 5;
const IN_FLIGHT = 8;
/** A body has at most so many values, and some conditions have a thousand. */
const MAX_QUESTIONS = 10;
const MAX_SHOWN_FAULTS = 50;

export interface ServedOrders {
  placed: number;
  refused: number;
  faults: string[];
}

/** An item is published only with valid defaults. */
const withValidDefault = (question: Question): Question =>
  question.default === null ||
  !isStorable(question.default) ||
  codesOf(question, question.default).length > 0
    ? { ...question, default: null }
    : question;

const presentQuestions = (form: readonly Question[], visible: readonly string[]) =>
  form
    .filter(({ key }) => visible.includes(key))
    .map(({ key, label, type, choices }) => ({ key, label, type, choices }));

/** A response has a limited number of faults. */
function areSame(faults: Json[], expected: NaiveEvaluation['faults']): boolean {
  const named = expected.slice(0, MAX_SHOWN_FAULTS);
  return (
    faults.length === named.length &&
    named.every(({ pointer, codes }, at) => {
      const { pointer: shown, code } = faults[at];
      return shown === `/answers${pointer}` && codes.includes(code);
    })
  );
}

class Orders implements ServedOrders {
  readonly faults: string[] = [];
  placed = 0;
  refused = 0;
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  async #send(method: string, path: string, body?: unknown): Promise<Json> {
    const reply = await this.#instance.call(method, path, body === undefined ? {} : { body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  async #publish(form: readonly Question[], name: string): Promise<string> {
    const { id } = await this.#send('POST', '/catalog/items', { name, category: 'Forms', form });
    const item = await this.#send('POST', `/catalog/items/${id}/publish`);
    if (!isDeepStrictEqual(item.form, throughJson(form)))
      this.faults.push(`${id} has ${JSON.stringify(item.form)}\nsent was ${JSON.stringify(form)}`);
    return id;
  }

  async #order(itemId: string, form: readonly Question[], given: Given): Promise<void> {
    const reply = await this.#instance.call('POST', '/requests', {
      as: 'requester',
      body: { item_id: itemId, answers: given },
    });
    const sent = throughJson(given);
    const expected = answerNaively(form, sent);
    const fault = !isStorable(sent)
      ? this.#unstorableFault(reply.status, reply.body)
      : expected.faults.length > 0
        ? this.#refusalFault(reply.status, reply.body, expected.faults)
        : await this.#orderFault(reply.status, reply.body, {
            answers: expected.answers,
            questions: presentQuestions(form, expected.visible),
          });
    if (isStorable(sent)) await this.#preview(form, given, expected);
    if (fault !== undefined)
      this.faults.push(
        `${fault}: ${reply.status} ${reply.text}\nthe naive interpreter says ${JSON.stringify(expected)}\nof ${JSON.stringify({ form, given })}`,
      );
  }

  #unstorableFault(status: number, { errors = [] }: Json): string | undefined {
    this.refused += 1;
    const isNamed = errors.some(({ code }: Json) => code === 'invalid_characters');
    return status === 400 && isNamed ? undefined : 'text that cannot be stored is accepted';
  }

  #refusalFault(
    status: number,
    { errors = [] }: Json,
    expected: NaiveEvaluation['faults'],
  ): string | undefined {
    this.refused += 1;
    return status === 400 && areSame(errors, expected) ? undefined : 'the faults differ';
  }

  /** Managers try a form with the same result. */
  async #preview(form: readonly Question[], given: Given, expected: NaiveEvaluation) {
    const body = { item: { form }, answers: given };
    const { faults, visible, answers, answer_faults } = await this.#send(
      'POST',
      '/catalog/items/preview',
      body,
    );
    const isSame = isDeepStrictEqual(
      { faults, visible, answers },
      { faults: [], visible: expected.visible, answers: expected.answers },
    );
    if (!isSame || !areSame(answer_faults, expected.faults))
      this.faults.push(
        `the preview is ${JSON.stringify({ faults, visible, answers, answer_faults })}\nthe naive interpreter says ${JSON.stringify(expected)}\nof ${JSON.stringify(body)}`,
      );
  }

  async #orderFault(status: number, created: Json, expected: Json): Promise<string | undefined> {
    if (status !== 201) return 'a valid order is refused';
    this.placed += 1;
    const read = await this.#send('GET', `/requests/${created.id}`);
    const differs = [created, read].some(
      ({ answers, questions }) => !isDeepStrictEqual({ answers, questions }, expected),
    );
    return differs ? 'the order differs' : undefined;
  }

  /** Some answers are drawn until they are valid, because few sets of many answers are. */
  #drawOrder(form: readonly Question[], seed: number): Given {
    const random = randomFrom(seed);
    const isWanted = (given: Given) => {
      const sent = throughJson(given);
      return isStorable(sent) && answerNaively(form, sent).faults.length === 0;
    };
    let given = drawGiven(random, form);
    if (random.chance(0.4)) return given;
    for (let at = 0; at < 100 && !isWanted(given); at += 1) given = drawGiven(random, form);
    return given;
  }

  async check(seed: number, orders: number): Promise<void> {
    const random = randomFrom(seed);
    const form = throughJson(
      drawForm(random, 1 + random.below(MAX_QUESTIONS)).map(withValidDefault),
    );
    const id = await this.#publish(form, `Form ${seed}`);
    for (let at = 0; at < orders; at += 1)
      await this.#order(id, form, this.#drawOrder(form, seed + at * 1_000_003));
  }
}

export async function orderForms(orders: number, seed: number): Promise<ServedOrders> {
  const instance = await startInstance();
  try {
    const checked = new Orders(instance);
    let left = orders;
    const worker = async () => {
      while (left > 0) {
        const count = Math.min(left, ORDERS_OF_A_FORM);
        left -= count;
        await checked.check(seed + left, count);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    return checked;
  } finally {
    await instance.stop();
  }
}
