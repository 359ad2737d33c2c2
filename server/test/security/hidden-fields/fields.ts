// Defines fields of the four record types for everyone and for agents. Every word of a hidden field occurs nowhere else, so
// that a response that has one is a leak.
import type { FieldDefinition } from '../../../src/platform/runtime/custom-fields.ts';
import type { Json } from '../../support/harness.ts';
import type { World } from '../../support/records.ts';
import { until } from '../../support/processes.ts';
import type { Random } from '../../support/random.ts';

export type Values = Record<string, unknown>;

export interface Field {
  id: string;
  record_type: FieldDefinition['record_type'];
  type: FieldDefinition['type'];
  key: string;
  visible_to: FieldDefinition['visible_to'];
  filterable: boolean;
  choices: string[];
  /** A definition that is gone is known to nobody, and its values are in old entries and events only. */
  isGone: boolean;
}

const LETTERS = 'bcdfghjkmnpqrtvwxz'.split('');

/** Values of these types have a word, which a text can be searched for. */
const worded = [
  'text',
  'long_text',
  'choice',
  'choices',
  'person',
  'url',
  'ci',
  'integer',
] as const;
const plain = ['decimal', 'boolean', 'date', 'datetime'] as const;

export class Fields {
  readonly all: Field[] = [];
  /** Words of values, keys and labels, by the field that has them. */
  readonly #words = new Map<string, Field>();
  readonly #world: World;
  readonly #random: Random;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  draw(): string {
    return `zq${Array.from({ length: 12 }, () => this.#random.pick(LETTERS)).join('')}`;
  }

  of(recordType: string): Field[] {
    return this.all.filter(({ record_type: type }) => type === recordType);
  }

  async #manage(method: string, path: string, body: Json): Promise<Json> {
    const { token } = this.#world.admin;
    const reply = await this.#world.instance.call(method, path, { token, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  }

  async define(record_type: Field['record_type'], visible_to: Field['visible_to']): Promise<Field> {
    const word = this.draw();
    const type = this.#random.pick(this.#random.chance(0.8) ? worded : plain);
    const filterable = type !== 'long_text' && this.#random.chance(0.6);
    const choices = type.startsWith('choice') ? [`a-${word}`, `b-${word}`] : [];
    const { id } = await this.#manage('POST', '/fields', {
      record_type,
      type,
      key: word,
      label: `Label ${word}`,
      description: `Help of ${word}`,
      visible_to,
      editable_by: visible_to,
      filterable,
      choices: choices.map((value) => ({ value, label: value })),
    });
    const field = {
      id,
      record_type,
      type,
      key: word,
      visible_to,
      filterable,
      choices,
      isGone: false,
    };
    this.all.push(field);
    this.#words.set(word, field);
    return field;
  }

  async waitForIndexes(): Promise<void> {
    const { token } = this.#world.admin;
    await until('all indexes', async () => {
      const { body } = await this.#world.instance.call('GET', '/fields?limit=200', { token });
      return body.data.every(({ index }: Json) => index === null || index.state === 'ready');
    });
  }

  /** A label changes too, so that the process reads the definitions again. */
  async remove(field: Field): Promise<void> {
    await this.#world.instance.sql('delete from fields where id = $1', [field.id]);
    field.isGone = true;
    const other = this.all.find(({ isGone }) => !isGone);
    if (other)
      await this.#manage('PATCH', `/fields/${other.id}`, { label: `Label ${this.draw()}` });
  }

  async flip(field: Field): Promise<void> {
    const visible_to = field.visible_to === 'agents' ? 'everyone' : 'agents';
    await this.#manage('PATCH', `/fields/${field.id}`, { visible_to, editable_by: visible_to });
    field.visible_to = visible_to;
  }

  #plainValue(type: Field['type']): unknown {
    const { below, chance } = this.#random;
    const time = new Date(1.8e12 + below(1e9) * 1000).toISOString();
    if (type === 'decimal') return below(1e6) / 1000;
    if (type === 'boolean') return chance(0.5);
    return type === 'date' ? time.slice(0, 10) : time;
  }

  valueOf(field: Field): unknown {
    const { type, choices } = field;
    const word = this.draw();
    const digits = 1e13 + this.#random.below(1e13);
    const remember = (canary: string) => this.#words.set(canary, field);
    if (type === 'integer' || type === 'ci') {
      remember(String(digits));
      return type === 'ci' ? `CI${digits}` : digits;
    }
    if (type === 'choice') return this.#random.pick(choices);
    if (type === 'choices') return this.#random.shuffle(choices).slice(this.#random.below(2));
    if ((plain as readonly string[]).includes(type)) return this.#plainValue(type);
    remember(word);
    if (type === 'person') return `${word}@example.com`;
    return type === 'url' ? `https://example.com/${word}` : `A ${word} text`;
  }

  /** Returns the words in a text that belong to fields which the text's reader may not see. */
  findHidden(text: string): string[] {
    const found = new Set(text.match(/zq[a-z]{12}|\d{14}/g));
    return [...found].filter((word) => {
      const field = this.#words.get(word);
      return field && (field.isGone || field.visible_to === 'agents');
    });
  }
}

/** The rule is written once more here, so that a fault of the service is not repeated. */
export const isShown = (field: Field, isAgent: boolean): boolean =>
  !field.isGone && (isAgent || field.visible_to === 'everyone');
