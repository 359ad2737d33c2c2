// A step moves a record to another state; each type has a table of its steps.
import type { RecordPatch, RecordType, RecordTypes } from '../api/index.ts';

interface StepQuestion {
  label: string;
  isOptional?: boolean;
  /** Without choices, the step asks for a text. */
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
  /** Others act on the step at once, so it can be undone for some seconds before it is sent. */
  isDelayed?: boolean;
  /** The message says why the step cannot be taken now. */
  unavailable?: string | undefined;
}

interface PatchStep extends StepText {
  /** Returns the fields that the step sets. */
  patch: (answer: string) => RecordPatch;
  run?: never;
}

interface RequestStep<T extends RecordType> extends StepText {
  /** Sends a request of its own, with the version that is current then. */
  run: (record: RecordTypes[T], answer: string) => Promise<RecordTypes[T]>;
  patch?: never;
}

export type Step<T extends RecordType> = PatchStep | RequestStep<T>;
