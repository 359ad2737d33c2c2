// A move of a record to another state: one row of the table of its type.
import type { RecordPatch, RecordType, RecordTypes } from '../api/index.ts';

interface StepQuestion {
  label: string;
  isOptional?: boolean;
  /** Without them a text is asked for. */
  choices?: Readonly<Record<string, string>>;
  /** Says who will read the answer, or what it is for. */
  detail?: string;
}

export interface StepText {
  id: string;
  label: string;
  /** The usual next step is the main button. Steps that end or discard something never are. */
  isNext?: boolean;
  asks?: StepQuestion;
  /** Others act on it at once, so it can be taken back for some seconds before it is sent. */
  isDelayed?: boolean;
  /** Why it cannot be taken now. */
  unavailable?: string | undefined;
}

interface PatchStep extends StepText {
  /** The fields that it sets. */
  patch: (answer: string) => RecordPatch;
  run?: never;
}

interface CallStep<T extends RecordType> extends StepText {
  /** A call of its own, with the version that is current then. */
  run: (record: RecordTypes[T], answer: string) => Promise<RecordTypes[T]>;
  patch?: never;
}

export type Step<T extends RecordType> = PatchStep | CallStep<T>;
