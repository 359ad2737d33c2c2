// A property of a record, and how it is edited.
export type PropertyValue = string | readonly string[] | null;

export type PropertyEditor =
  | { kind: 'person' }
  | { kind: 'group' }
  | { kind: 'ci' }
  | { kind: 'change' }
  /** Several records. */
  | { kind: 'ids'; of: 'ci' | 'incident' }
  | { kind: 'time' }
  /** One of the names that the settings offer. */
  | { kind: 'offered'; of: 'change_templates'; emptyText: string }
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
