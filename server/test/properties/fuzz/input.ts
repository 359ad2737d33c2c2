// The document decides whether a request is allowed, without the server's own validator.
import { isDeepStrictEqual } from 'node:util';
import { type ErrorObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../support/harness.ts';
import { type Operation, queryOf } from './document.ts';
import type { Wire } from '../../support/wire.ts';

const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](\d\d):(\d\d)))?$/;

/** Checks calendar and clock; a leap second may be rejected, so it counts as impossible. */
function isPossibleTime(text: string): boolean {
  const parts = RFC3339.exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) return false;
  const [
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
    second = 0,
    zoneHour = 0,
    zoneMinute = 0,
  ] = parts;
  const lastDay = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= (month === 2 && !isLeap ? 28 : lastDay) &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    zoneHour < 24 &&
    zoneMinute < 60
  );
}

/** NUL and unpaired surrogates are rejected everywhere, in names and in values. */
function hasUnfitText(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item === 'string' && (item.includes('\0') || !item.isWellFormed())) return true;
    if (typeof item !== 'object' || item === null) continue;
    for (const key of Object.keys(item)) waiting.push(key);
    for (const inner of Object.values(item)) waiting.push(inner);
  }
  return false;
}

const readers: Record<string, (texts: string[]) => unknown> = {
  array: (texts) => texts.flatMap((text) => text.split(',')),
  integer: ([text = '', ...more]) =>
    more.length === 0 && /^-?\d+$/.test(text) ? Number(text) : text,
  boolean: ([text, ...more]) =>
    more.length > 0 ? null : text === 'true' ? true : text === 'false' ? false : text,
  string: (texts) => (texts.length === 1 ? texts[0] : texts),
};

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const SENT_AS_JSON = /^application\/(json|merge-patch\+json)\s*(;|$)/i;

/** These members of an earlier response to a write may be sent back with any value. */
const IGNORED = ['warnings', 'job_id'];

/** The clock of an incident advances, and an article is viewed and voted on. */
const CHANGING = new Set(['sla', 'view_count', 'citation_count', 'helpful_count', ...IGNORED]);

function withoutIgnored({ response }: Operation, body: Json): Json {
  const ignored = IGNORED.filter(
    (name) => name in (response.properties ?? {}) && Object.hasOwn(body, name),
  );
  if (ignored.length === 0) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name)));
}

export class InputValidator {
  readonly #ajv = new Ajv2020({ strict: false, logger: false });
  readonly #bodies = new Map<string, ValidateFunction>();
  readonly #queries = new Map<string, ValidateFunction>();

  constructor(operations: readonly Operation[]) {
    this.#ajv.addFormat('date-time', isPossibleTime);
    this.#ajv.addFormat('email', /^[^\s@]+@[^\s@]+$/);
    for (const operation of operations) {
      const { name, body } = operation;
      if (body) this.#bodies.set(name, this.#ajv.compile(body));
      const properties = Object.fromEntries(
        queryOf(operation).map((one) => [one.name, one.schema]),
      );
      this.#queries.set(
        name,
        this.#ajv.compile({ type: 'object', properties, additionalProperties: false }),
      );
    }
  }

  #faultOf(validate: ValidateFunction | undefined, value: unknown): string | undefined {
    if (!validate || validate(value)) return undefined;
    const { instancePath, message } = (validate.errors as ErrorObject[])[0] ?? {};
    return `${instancePath} ${message}`;
  }

  /** Returns the reason to reject the query, if any. */
  queryFault(operation: Operation, target: string): string | undefined {
    const text = target.split('?').slice(1).join('?');
    if (text === '') return undefined;
    const given = new Map<string, string[]>();
    try {
      for (const pair of text.split('&')) {
        const [name = '', ...value] = pair.split('=');
        const key = decode(name);
        given.set(key, [...(given.get(key) ?? []), decode(value.join('='))]);
      }
    } catch {
      return 'the query is not percent-encoded UTF-8';
    }
    const types = new Map(queryOf(operation).map(({ name, schema }) => [name, schema.type]));
    const query = Object.fromEntries(
      [...given].map(([name, texts]) => [name, readers[types.get(name) ?? 'string']?.(texts)]),
    );
    if (hasUnfitText(query)) return 'the query contains NUL';
    return this.#faultOf(this.#queries.get(operation.name), query);
  }

  /**
   * Returns the reason to reject the body, if any. A read-only field may be sent back with the record's value before
   * the request; values that change by themselves are left to the feature's own tests.
   */
  bodyFault(operation: Operation, wire: Wire, record: Json): string | undefined {
    const validate = this.#bodies.get(operation.name);
    if (!validate) return undefined;
    if (operation.isBodyOptional && (wire.body?.length ?? 0) === 0) return undefined;
    const type = wire.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
    if (!SENT_AS_JSON.test(type) || /charset=(?!"?utf-8)/i.test(type)) return `sent as ${type}`;
    const body = parsedBody(wire);
    if (body === undefined) return 'the body is not JSON in UTF-8';
    if (hasUnfitText(body)) return 'the body contains NUL or an unpaired surrogate';
    if (typeof body !== 'object' || body === null) return this.#faultOf(validate, body);
    if (operation.method !== 'PATCH')
      return this.#faultOf(validate, withoutIgnored(operation, body));
    const readOnly = Object.keys(operation.response.properties).filter(
      (name) => Object.hasOwn(body, name) && !(name in operation.body.properties),
    );
    const wrong = readOnly.find(
      (name) => !CHANGING.has(name) && !isDeepStrictEqual(body[name], record[name]),
    );
    if (wrong) return `${wrong} is read-only`;
    const rest = Object.entries(body).filter(([name]) => !readOnly.includes(name));
    const isOnlyEcho = readOnly.length > 0 && rest.length === 0;
    return isOnlyEcho ? undefined : this.#faultOf(validate, Object.fromEntries(rest));
  }
}

/** Returns the body as sent, or undefined if it is not JSON. */
export function parsedBody({ body }: Wire): Json {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
