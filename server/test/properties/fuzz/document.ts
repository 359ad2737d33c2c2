// The fuzzer reads operations, their input and valid samples from the OpenAPI document.
import type { Json } from '../../support/harness.ts';
import type { Random } from '../../support/random.ts';
import { wellFormedTexts } from './texts.ts';

export interface Parameter {
  in: 'query' | 'path' | 'header';
  name: string;
  schema: Json;
}

export interface Operation {
  name: string;
  method: string;
  template: string;
  parameters: Parameter[];
  /** All references of the schema are resolved. */
  body?: Json;
  isBodyOptional: boolean;
  /** The schema describes the success response. */
  response: Json;
  statuses: number[];
}

const resolveReferences = (document: Json, node: Json): Json => {
  if (Array.isArray(node)) return node.map((item) => resolveReferences(document, item));
  if (typeof node !== 'object' || node === null) return node;
  if (typeof node.$ref === 'string') {
    const steps: string[] = node.$ref.slice(2).split('/');
    return resolveReferences(
      document,
      steps.reduce((at, step) => at[step], document),
    );
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, resolveReferences(document, value)]),
  );
};

const jsonOf = (content: Json): Json => content?.['application/json']?.schema;

export const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([template, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => {
      const body = jsonOf(operation.requestBody?.content);
      const success = Object.keys(operation.responses).find((status) => status.startsWith('2'));
      return {
        name: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        template,
        parameters: resolveReferences(document, operation.parameters ?? []),
        ...(body && { body: resolveReferences(document, body) }),
        isBodyOptional: operation.requestBody?.required === false,
        response: resolveReferences(
          document,
          jsonOf(operation.responses[success ?? '']?.content) ?? {},
        ),
        statuses: Object.keys(operation.responses).map(Number),
      };
    }),
  );

export const queryOf = (operation: Operation): Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === 'query');

/** Returns a valid text, sometimes of maximum length, usually with unusual characters. */
function textFor(schema: Json, random: Random): string {
  if (schema.format === 'email') return random.pick(['ada@example.com', 'ü@exämple.org', "o'x@y"]);
  if (schema.format === 'ip-address') return random.pick(['192.0.2.1', '2001:db8::1']);
  if (schema.format === 'redirect-uri') return 'https://app.example.com/callback';
  if (schema.format === 'date-time')
    return random.pick(['2020-02-29', '2026-11-15T09:30:00Z', '2026-11-15T09:30:00.123+14:00']);
  if (schema.example !== undefined && schema.pattern !== '\\S') return schema.example;
  const { maxLength: characters = 200, 'x-max-utf8-bytes': bytes = Infinity } = schema;
  // Characters have at most four bytes.
  const maxLength = Math.min(characters, Math.floor(bytes / 4));
  if (random.chance(0.05)) return '𝄞'.repeat(Math.min(maxLength, 3000));
  return Array.from(`${random.pick(wellFormedTexts)} ${random.below(1e9)}`)
    .slice(0, maxLength)
    .join('');
}

const samplers: Record<string, (schema: Json, random: Random) => unknown> = {
  string: textFor,
  null: () => null,
  boolean: (_schema, random) => random.chance(0.5),
  integer: ({ minimum = 0, maximum = 1000 }, random) =>
    minimum + random.below(Math.min(maximum - minimum + 1, 300)),
  number: (_schema, random) => random.next() * 100,
  array: ({ items }, random) =>
    Array.from({ length: 1 + random.below(2) }, () => sample(items, random)),
  object: ({ properties = {}, required = [] }, random) =>
    Object.fromEntries(
      Object.entries<Json>(properties)
        .filter(([name]) => required.includes(name) || random.chance(0.25))
        .map(([name, schema]) => [name, sample(schema, random)]),
    ),
};

/** Returns a value that the schema allows. */
export function sample(schema: Json, random: Random): unknown {
  if (schema.enum) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return sample(random.pick(variants), random);
  const type = random.pick<string>([schema.type ?? 'string'].flat());
  return samplers[type]?.(schema, random) ?? null;
}
