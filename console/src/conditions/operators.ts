// Every operator has the type of its value and its words, which are those of the service.
import type { FieldKind, Operator } from './condition.ts';

export type Operand = 'value' | 'list' | 'presence' | 'calendar';

interface OperatorRow {
  operand: Operand;
  /** Stands between the label of the field and the value. */
  words: string;
  /** Replaces the words for a time or date. */
  wordsOfTimes?: string;
  /** Replaces the words if the value is false. */
  wordsIfFalse?: string;
}

const rows: Readonly<Record<Operator, OperatorRow>> = {
  eq: { operand: 'value', words: 'is' },
  neq: { operand: 'value', words: 'is not' },
  in: { operand: 'list', words: 'is one of' },
  not_in: { operand: 'list', words: 'is none of' },
  gt: { operand: 'value', words: 'is more than', wordsOfTimes: 'is after' },
  gte: { operand: 'value', words: 'is at least', wordsOfTimes: 'is not before' },
  lt: { operand: 'value', words: 'is less than', wordsOfTimes: 'is before' },
  lte: { operand: 'value', words: 'is at most', wordsOfTimes: 'is not after' },
  contains: { operand: 'value', words: 'contains' },
  not_contains: { operand: 'value', words: 'does not contain' },
  starts_with: { operand: 'value', words: 'starts with' },
  ends_with: { operand: 'value', words: 'ends with' },
  exists: { operand: 'presence', words: 'has a value', wordsIfFalse: 'has no value' },
  changed: { operand: 'presence', words: 'changed', wordsIfFalse: 'did not change' },
  changed_from: { operand: 'value', words: 'changed from' },
  changed_to: { operand: 'value', words: 'changed to' },
  in_hours: { operand: 'calendar', words: 'is in the hours of' },
  out_of_hours: { operand: 'calendar', words: 'is outside the hours of' },
};

export const operandOf = (operator: Operator): Operand => rows[operator].operand;

export const isOfTime = (kind: FieldKind): boolean => kind === 'time' || kind === 'date';

export function operatorWords(operator: Operator, kind: FieldKind, isFalse = false): string {
  const { words, wordsOfTimes, wordsIfFalse } = rows[operator];
  if (isFalse && wordsIfFalse !== undefined) return wordsIfFalse;
  return isOfTime(kind) ? (wordsOfTimes ?? words) : words;
}

/** Presence is offered as two operators, so that it needs no value of its own. */
export interface OperatorChoice {
  /** Names the operator, and the value of one that only asks for presence. */
  id: string;
  operator: Operator;
  isFalse: boolean;
}

export const choiceId = (operator: Operator, isFalse: boolean): string =>
  isFalse ? `${operator} false` : operator;

export const operatorChoices = (operators: readonly Operator[]): OperatorChoice[] =>
  operators.flatMap((operator) =>
    (operandOf(operator) === 'presence' ? [false, true] : [false]).map((isFalse) => ({
      id: choiceId(operator, isFalse),
      operator,
      isFalse,
    })),
  );
