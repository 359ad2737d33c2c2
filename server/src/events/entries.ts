// Reads the audit trail: the list behind audit and timelines, and the fields changed since a version.
import { sql } from 'kysely';
import Type from 'typebox';
import type { Origin, Via } from '../platform/context.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { object, oneOf, announceMore, nullable } from '../platform/http/input/schema.ts';
import type { ListSpec } from '../platform/lists/list-spec.ts';
import { type Cause, CauseSchema } from './causes.ts';
import { type FieldDiff, FieldDiffSchema, entryKinds, recordTypes } from './catalogue.ts';

export const Entry = object(
  {
    id: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time' }),
    actor: Type.String({ description: 'E-mail address of the actor.' }),
    kind: oneOf(entryKinds, { description: announceMore('kinds') }),
    record: object({
      type: oneOf(recordTypes, { description: announceMore('types') }),
      id: Type.String(),
    }),
    request_id: Type.String({
      description: 'The X-Request-Id of the request that made the change.',
    }),
    changes: Type.Optional(FieldDiffSchema),
    via: Type.Optional(
      object(
        {
          type: oneOf(['inbound_webhook'], { description: announceMore('types') }),
          id: Type.String({ description: 'The handle of the webhook.' }),
          name: Type.String({ description: 'The name of the webhook at that time.' }),
        },
        {
          description:
            'The inbound webhook that made the change in the name of `actor`, its owner; absent otherwise. Not shown to requesters.',
        },
      ),
    ),
    cause: Type.Optional(CauseSchema),
    origin: Type.Optional(
      object(
        {
          address: Type.String({ description: 'Network address that the request came from.' }),
          client: nullable(
            Type.String({
              description: 'Id of the client, such as `console`; null if it is not known.',
            }),
          ),
        },
        {
          description:
            'Where a change of access came from: of users, groups, clients, keys, sessions, settings, identity providers and SCIM connectors. Absent for other records, for changes by the service itself and for entries of before; only `GET /audit` shows it.',
        },
      ),
    ),
  },
  {
    title: 'Entry',
    examples: [
      {
        id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
        at: '2026-11-15T09:30:00.000Z',
        actor: 'ada@example.com',
        kind: 'incident.updated',
        record: { type: 'incident', id: 'INC0000042' },
        request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
        changes: { state: { from: 'new', to: 'in_progress' } },
      },
    ],
  },
);

export const presentEntry = ({
  record_type: type,
  record_id: id,
  changes,
  via,
  cause,
  origin,
  ...entry
}: EntryRow): object => ({
  ...entry,
  record: { type, id },
  ...(changes !== null && { changes }),
  ...(via !== null && { via }),
  ...(cause !== null && { cause }),
  ...(origin && { origin }),
});

export interface EntryRow {
  id: string;
  at: string;
  actor: string;
  kind: string;
  record_type: string;
  record_id: string;
  request_id: string;
  changes: FieldDiff | null;
  via: Via | null;
  cause: Cause | null;
  /** Timelines do not read it. */
  origin?: Origin | null;
}

export const entryList: ListSpec<EntryRow> = {
  name: 'entries',
  table: 'entries',
  columns: [
    'id',
    'at',
    'actor',
    'kind',
    'record_type',
    'record_id',
    'request_id',
    'changes',
    'via',
    'cause',
    'origin',
  ],
  large: ['changes'],
  sorts: { at: 'timestamptz' },
  mainSort: 'at',
  indexes: [['actor'], ['kind']],
  filters: {
    actor: { column: 'actor', test: 'in', type: 'text', isAddress: true },
    kind: { column: 'kind', test: 'in', type: 'text' },
    record: { column: 'record_id', test: 'in', type: 'text' },
    request_id: { column: 'request_id', test: 'in', type: 'text' },
    since: { column: 'at', test: 'since', type: 'timestamptz' },
    until: { column: 'at', test: 'before', type: 'timestamptz' },
  },
  total: 'none',
  present: presentEntry,
};

export async function fieldsChangedSince(
  tx: Tx,
  recordId: string,
  version: number,
): Promise<string[]> {
  const { rows } = await sql<{ field: string }>`
    select distinct field
    from entries cross join lateral jsonb_object_keys(changes) as field
    where record_id = ${recordId} and record_version > ${version}
    order by field`.execute(tx);
  return rows.map((row) => row.field);
}

type ExplainedEntry = Pick<EntryRow, 'at' | 'cause'> & { record_version: number };

/** Returns the newest entries of a record with causes of this kind; an entry without inputs is part of another one. */
export async function readEntriesByCause(
  db: Db | Tx,
  recordId: string,
  kind: Cause['kind'],
  limit: number,
): Promise<ExplainedEntry[]> {
  const { rows } = await sql<ExplainedEntry>`
    select at, record_version, cause from entries
    where record_id = ${recordId} and cause ->> 'kind' = ${kind} and cause ? 'inputs'
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
