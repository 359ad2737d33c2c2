// A kind of administered record is described by its list and the fields of its form.
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DefinedList, FilterRow, ListColumn, ListRow } from '../../lists/index.ts';
import type { UseFindings } from './admin-form.tsx';
import type { FormSpec } from './form-field.ts';

export interface AdminRow extends ListRow {
  name: string;
  version: number;
}

/** Some records are saved with a secret that is shown once. */
type Saved<R> = R & { secret?: string };

/** A note may depend on the record, such as one that a directory manages. */
type Note<R> = string | ((row: R) => string | undefined);

/** Rows `L` of the list may have fewer members than the record. */
export interface AdminRecord<R extends AdminRow, F, B, L extends ListRow = R> extends FormSpec<
  F,
  B
> {
  /** The noun "user" gives "New user" and "Create the user". */
  noun: string;
  heading: string;
  list: DefinedList<L>;
  columns: readonly ListColumn<L>[];
  filters: readonly FilterRow[];
  /** The empty state says why there are no records, and the next step. */
  none: { title: string; text: string };
  query: (id: string) => UseQueryOptions<R, Error, R, string[]>;
  create: (body: B) => Promise<Saved<R>>;
  update: (id: string, changes: Partial<B>, version: number) => Promise<Saved<R>>;
  /** A new record begins with these values. */
  blank: F;
  valuesOf: (row: R) => F;
  /** Notes say what follows from saving. */
  notes?: { create?: string; update?: Note<R> };
  /** Says what the edited values would change, before they are saved. */
  preview?: (row: R, values: F) => ReactNode;
  /** The button that saves says what follows; otherwise "Save", or "Create" with the noun. */
  submitLabel?: string;
  useFindings?: UseFindings<F>;
  /** Stands above the form of a saved record. */
  above?: (row: R) => ReactNode;
  /** Stands below the form of a saved record. */
  below?: (row: R) => ReactNode;
  /** The dialog that shows a new secret names it so, and says where it belongs. */
  secret?: { noun: string; text: (row: R) => ReactNode };
  /** Rare actions stand beside the button that saves; a new secret is shown once. */
  actions?: (row: R, onSecret: (secret: string) => void) => ReactNode;
}
