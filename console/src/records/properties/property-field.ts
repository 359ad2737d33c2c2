// A table of these fields describes the properties of a record and their editors.
import type { CustomName } from '../../words/index.ts';

export type PropertyValue = string | number | boolean | readonly string[] | null;

export type PropertyEditor =
  | { kind: 'person' }
  /** The assignee is a person who may work on the record, or a group instead. */
  | { kind: 'assignee' }
  | { kind: 'group' }
  | { kind: 'ci' }
  | { kind: 'change' }
  | { kind: 'ids'; of: 'ci' | 'incident' }
  | { kind: 'time' }
  /** The settings name the values; subcategories depend on the value of the field `within`. */
  | {
      kind: 'suggested';
      from: 'categories' | 'subcategories' | 'request_items' | 'change_templates';
      within?: { field: string; value?: PropertyValue | undefined };
      /** Allows another text of at most this length; if omitted, only the listed values can be chosen. */
      maxLength?: number;
      /** The text is shown if the settings name no value. */
      emptyText?: string;
    }
  | { kind: 'text'; maxLength: number }
  | { kind: 'long-text'; maxLength: number }
  | { kind: 'url'; maxLength: number }
  | { kind: 'number'; places: number }
  | { kind: 'date' }
  | { kind: 'boolean' }
  | { kind: 'choices'; values: Readonly<Record<string, string>> }
  | { kind: 'choice'; values: Readonly<Record<string, string>>; isRequired?: boolean };

export interface PropertyField<R> {
  field: (keyof R & string) | CustomName;
  editor: PropertyEditor;
  /** The description stands below the field of a new record. */
  description?: string | undefined;
  /** A new record is not created without a value. */
  isRequired?: boolean;
  /** The reader may not edit this field of the record. */
  isReadOnly?: boolean;
  /** A field is left out where it would say nothing. */
  isShown?: (record: R) => boolean;
  /** The text replaces a missing value. */
  emptyText?: string;
  /** Words the field where the value alone is not enough, or is missing; undefined shows the value. */
  textOf?: (record: R) => string | undefined;
  /** Returns the reason why the field cannot be edited now. */
  unavailable?: (record: R) => string | undefined;
}
