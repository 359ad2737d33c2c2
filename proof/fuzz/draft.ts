// A request on its way to being hostile: valid at first, then bent by one or more attacks.
import { roles, type Role } from '../../server/src/identity/index.ts';
import type { Json } from '../../server/test/harness.ts';
import { type Operation, queryOf, sample } from './document.ts';
import type { Random } from './random.ts';
import type { Wire } from './wire.ts';

export interface Draft {
  operation: Operation;
  /** What was done to it, in words. */
  story: string[];
  caller: Role | null;
  method: string;
  prefix: string;
  /** Stands for the record that the worker holds, unless an attack puts another id here. */
  id: string | undefined;
  /** Raw pairs: already encoded, well or badly. */
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  /** Members of the body as JSON text, in order, doubles and all. */
  members: [name: string, value: string][] | undefined;
  /** Makes the bytes that are sent of the JSON text. */
  encode: (text: string) => Buffer;
  /** Read-only fields of the record to send back, right or wrong. */
  echo: (record: Json) => Record<string, unknown>;
  contentType: string | undefined;
  /** Why success would be wrong, where the schemas alone do not tell; by the part that is at fault, since a later attack on it counts alone. */
  forbidden: Partial<Record<'cursor' | 'page' | 'id' | 'method' | 'caller' | 'if-match', string>>;
  /** Whether the path is no longer sure to be the operation's, or the method is not one of its path. */
  aim: 'operation' | 'elsewhere' | 'method';
}

const PREFIXES = [
  '/prod/api/v1',
  '/prod/api',
  '/prod/api/v1',
  'http://desk.example.com/prod/api/v1',
];
/** Mostly callers who may: an answer of 403 tells little. */
const CALLERS: readonly Role[] = [...roles, 'itsm_manager', 'super_admin', 'itsm_manager', 'agent'];

const membersOf = (value: object): [string, string][] =>
  Object.entries(value).map(([name, member]) => [JSON.stringify(name), JSON.stringify(member)]);

function queryFor(operation: Operation, random: Random): [string, string][] {
  return queryOf(operation)
    .filter(({ name }) => name !== 'cursor' && random.chance(0.1))
    .map(({ name, schema }) => {
      const value = [sample(schema, random)].flat().map(String).join(',');
      return [name, encodeURIComponent(value.toWellFormed())];
    });
}

export const validDraft = (operation: Operation, random: Random): Draft => ({
  operation,
  story: [],
  caller: random.pick(CALLERS),
  method: operation.method,
  prefix: random.pick(PREFIXES),
  id: undefined,
  query: queryFor(operation, random),
  headers: [],
  members: operation.body && membersOf(sample(operation.body, random) as object),
  encode: (text) => Buffer.from(text),
  echo: () => ({}),
  contentType: operation.body && 'application/json',
  forbidden: {},
  aim: 'operation',
});

const pathOf = ({ operation, prefix, id }: Draft, record: Json): string =>
  prefix +
  operation.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'id' ? (id ?? record.id) : record[name]),
  );

const bodyOf = (draft: Draft, record: Json): Buffer | undefined => {
  if (!draft.members) return undefined;
  const members = [...draft.members, ...membersOf(draft.echo(record))];
  return draft.encode(`{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`);
};

export function wireOf(draft: Draft, record: Json, token: string | undefined): Wire {
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&');
  const named = new Set(draft.headers.map(([name]) => name.toLowerCase()));
  const { contentType } = draft;
  return {
    method: draft.method,
    target: pathOf(draft, record) + (query && `?${query}`),
    headers: [
      ...(token && !named.has('authorization')
        ? [['Authorization', `Bearer ${token}`] as const]
        : []),
      ...(contentType !== undefined ? [['Content-Type', contentType] as const] : []),
      ...draft.headers,
    ],
    body: bodyOf(draft, record),
  };
}
