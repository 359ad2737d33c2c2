// A field that a condition can name.

export type FieldKind = 'text' | 'choice' | 'number' | 'boolean' | 'time' | 'date' | 'list';

interface Choice {
  value: string;
  label: string;
}

export interface ConditionField {
  /** Reads well within a sentence: "assigned to", "CI class". */
  label: string;
  kind: FieldKind;
  /** A choice has one of these values, and so has each item of a list. */
  choices?: readonly Choice[];
  /** Whether the field may have no value. */
  isNullable: boolean;
  /** Whether an update can change the field, so that it has a value before and one after it. */
  hasBefore: boolean;
  /** Steps to the value in a row, where they differ from those of the name. */
  steps?: readonly string[];
}

/** A map has no prototype that a name could reach. */
export type ConditionFields = ReadonlyMap<string, ConditionField>;
