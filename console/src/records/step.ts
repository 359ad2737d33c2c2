// A step moves a record to another state; each type has a table of its steps.
import type { ReactNode } from 'react';
import type { RecordPatch, RecordType, RecordTypes } from '../api/index.ts';

interface StepNote {
  /** Names the reader, such as "Tell the requester". */
  label: string;
  /** Says who reads the answer if it is sent as a note, and if not. */
  detail: Record<'sent' | 'unsent', string>;
}

/** The step can also be taken with records that follow the record, such as its duplicates. */
interface StepLinked {
  label: string;
  detail: string;
}

/** The answer also becomes a public note, and records that follow take the step too. */
export interface StepOptions {
  sendsNote?: boolean;
  withLinked?: boolean;
}

export interface StepQuestion {
  label: string;
  isOptional?: boolean;
  /** Without choices, the step asks for a text. */
  choices?: Readonly<Record<string, string>>;
  /** Says who will read the answer, or what it is for. */
  detail?: string;
  /** Tab takes this proposal while the text is empty. */
  suggestion?: string;
  /** The answer can be sent as a public note too, which is the default. */
  note?: StepNote;
  /** Offered with the answer, and chosen by default. */
  linked?: StepLinked;
  /** A question with several fields has a form of its own, which sets all of them. */
  renderForm?: (form: StepFormActions) => ReactNode;
}

interface StepFormActions {
  onPatch: (patch: RecordPatch) => void;
  onCancel: () => void;
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
  patch: (answer: string, options: StepOptions) => RecordPatch;
  /** These fields undo the step; if omitted, it cannot be undone. */
  reverse?: RecordPatch;
  run?: never;
}

interface RequestStep<T extends RecordType> extends StepText {
  /** Sends a request of its own, with the version that is current then. */
  run: (record: RecordTypes[T], answer: string) => Promise<RecordTypes[T]>;
  patch?: never;
}

export type Step<T extends RecordType> = PatchStep | RequestStep<T>;
