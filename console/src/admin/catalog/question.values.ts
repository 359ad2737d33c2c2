// The questions of a form as its editor has them. Questions and choices keep their ids while they move and are renamed.
import type { GroupValue } from '../../conditions/index.ts';
import type { QuestionType } from './question.types.ts';

export interface ChoiceValue {
  id: string;
  /** Conditions and answers have this value. It is empty until the label is left for the first time. */
  value: string;
  label: string;
}

export interface QuestionValue {
  id: string;
  /** Conditions and answers have this name. It is empty until the label is left for the first time. */
  key: string;
  label: string;
  help: string;
  type: QuestionType;
  /** Stay while another type is tried. */
  choices: readonly ChoiceValue[];
  required: boolean;
  /** Counts only for the type that it was chosen for. */
  default: { type: QuestionType; value: unknown };
  /** Null shows the question always. */
  show_if: GroupValue | null;
}

export type FormValue = readonly QuestionValue[];

/** Drafts are read again after the page was reloaded, so that ids never repeat. */
export const nextId = (): string => crypto.randomUUID();
