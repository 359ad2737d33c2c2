// A property of a record, and how it is edited.
export type PropertyValue = string | readonly string[] | null;

export type PropertyEditor =
  | { kind: 'person' }
  /** A person who may work on the record, or a group in its place. */
  | { kind: 'assignee' }
  | { kind: 'group' }
  | { kind: 'ci' }
  | { kind: 'change' }
  /** Several records. */
  | { kind: 'ids'; of: 'ci' | 'incident' }
  | { kind: 'time' }
  /** Values from the settings; subcategories are those of the value of another field. */
  | {
      kind: 'suggested';
      from: 'categories' | 'subcategories' | 'request_items' | 'change_templates';
      within?: { field: string; value?: PropertyValue | undefined };
      /** Allows another text of at most this length; if omitted, only the values may be chosen. */
      maxLength?: number;
      /** Shown if the settings name no value. */
      emptyText?: string;
    }
  | { kind: 'text'; maxLength: number }
  | { kind: 'choice'; values: Readonly<Record<string, string>>; isRequired?: boolean };

export interface PropertyField<R> {
  field: keyof R & string;
  editor: PropertyEditor;
  /** Shown only where it says something. */
  isShown?: (record: R) => boolean;
  /** In place of a missing value. */
  emptyText?: string;
  /** How it reads, where the value alone does not say it, also if there is none; undefined for the value. */
  textOf?: (record: R) => string | undefined;
  /** Why it cannot be edited now. */
  unavailable?: (record: R) => string | undefined;
}
