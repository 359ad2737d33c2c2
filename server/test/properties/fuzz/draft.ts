// A draft is valid at first, then corrupted by one or more attacks.
import { roles, type Role } from '../../../src/identity/index.ts';
import type { Json } from '../../support/harness.ts';
import { type Operation, queryOf, sample } from './document.ts';
import type { Random } from '../../support/random.ts';
import type { Wire } from '../../support/wire.ts';

export interface Draft {
  operation: Operation;
  /** The story describes the attacks applied. */
  story: string[];
  caller: Role | null;
  method: string;
  prefix: string;
  /** The default stands for the worker's own record, unless an attack replaces it with another id. */
  id: string | undefined;
  /** The pairs are raw: already encoded, correctly or not. */
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  /** The members are JSON text in order, including duplicates. */
  members: [name: string, value: string][] | undefined;
  /** Turns the JSON text into the bytes that are sent. */
  encode: (text: string) => Buffer;
  /** The read-only fields of the record are sent back with right or wrong values. */
  echo: (record: Json) => Record<string, unknown>;
  contentType: string | undefined;
  /**
   * Success would be wrong for these reasons, which the schemas alone do not show; by part, since the last attack on a
   * part counts.
   */
  forbidden: Partial<Record<'cursor' | 'page' | 'id' | 'method' | 'caller' | 'if-match', string>>;
  /** The path may no longer match the operation, or its path may not support the method. */
  aim: 'operation' | 'elsewhere' | 'method';
}

const PREFIXES = [
  '/prod/api/v1',
  '/prod/api',
  '/prod/api/v1',
  'http://desk.example.com/prod/api/v1',
];
/** Most callers are authorized: a 403 response proves little. */
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
