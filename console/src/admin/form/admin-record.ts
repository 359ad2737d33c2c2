// A kind of record that is administered: its list, and the table of fields of its form.
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DefinedList, FilterRow, ListColumn, ListRow } from '../../lists/index.ts';
import type { FormSpec } from './form-field.ts';

export interface AdminRow extends ListRow {
  name: string;
  version: number;
}

/** A record as it was saved; some come with a secret that is shown once. */
type Saved<R> = R & { secret?: string };

export interface AdminRecord<R extends AdminRow, F, B> extends FormSpec<F, B> {
  /** "user", for "New user" and "Create the user". */
  noun: string;
  heading: string;
  list: DefinedList<R>;
  columns: readonly ListColumn<R>[];
  filters: readonly FilterRow[];
  /** Why there is none, and the next step. */
  none: { title: string; text: string };
  query: (id: string) => UseQueryOptions<R, Error, R, string[]>;
  create: (body: B) => Promise<Saved<R>>;
  update: (id: string, changes: Partial<B>, version: number) => Promise<Saved<R>>;
  /** The values of a new one. */
  blank: F;
  valuesOf: (row: R) => F;
  /** Follows from saving, such as a notice. */
  notes?: { create?: string; update?: string };
  /** Beside the button that saves; a new secret is shown once. */
  actions?: (row: R, onSecret: (secret: string) => void) => ReactNode;
}
