// Tests that write records of every type find the types here, so that a new one cannot be forgotten.
import { routes } from '../../src/app.ts';
import { features } from '../../src/features.ts';
import type { AnyRecordType } from '../../src/records/index.ts';

/** A write of an existing record; the suffix follows its path. */
export type RecordWrite = readonly [
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  suffix: string,
  body?: object,
];

export const patch = (body: object): RecordWrite => ['PATCH', '', body];
export const addNote = (visibility: 'public' | 'team' | 'private'): RecordWrite => [
  'POST',
  '/notes',
  { body: 'A note.', visibility },
];
export const remove: RecordWrite = ['DELETE', ''];

const isCreated = ({ path, readers }: AnyRecordType): boolean =>
  readers !== undefined && routes.some((route) => route.method === 'POST' && route.path === path);

/** Returns each record type that the API can create with its row of the table. Throws if a type has none. */
export const withCreatedTypes = <T>(
  rows: Readonly<Record<string, T>>,
  file: string,
): (T & { type: AnyRecordType })[] =>
  features
    .flatMap(({ records = [] }) => records)
    .filter(isCreated)
    .map((type) => {
      const row = rows[type.type];
      if (!row) throw new Error(`${file} has no row for the record type ${type.type}; add one`);
      return { ...row, type };
    });
