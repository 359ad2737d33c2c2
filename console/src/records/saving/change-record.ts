// Changes a record from its page or from a list: reports the result, offers an undo, and passes conflicts on.
import {
  faultOf,
  queryClient,
  type RecordPatch,
  recordQuery,
  type RecordRef,
  type RecordType,
  type RecordTypes,
} from '../../api/index.ts';
import { sendDelayed, undo } from '../../keys/index.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { hideToast, toast } from '../../ui/overlays/toast.tsx';
import { labelInSentence, valueAt } from '../../words/index.ts';
import type { Step, StepOptions } from '../step.ts';
import type { RecordConflict } from './conflict.ts';
import { describePatch } from './patch-text.ts';
import { acceptRecord, refreshRecord, type SaveOutcome, saveRecord } from './save-record.ts';

interface RecordChange<T extends RecordType = RecordType> {
  ref: RecordRef<T>;
  /** An undo restores these values, which the reader saw before the change. */
  before: object;
  patch: RecordPatch;
  version: number;
  isUndo?: boolean;
  /** These fields undo the change; if omitted, the values before. */
  reverse?: RecordPatch | undefined;
  /** The undo is offered for this time; by default for some seconds. */
  undoMs?: number;
  onConflict: (conflict: RecordConflict) => void;
}

const FAULT_MS = 15_000;

/** Returns the values before the change; undefined for a move to another state, which cannot be undone. */
function reverseOf(before: object, patch: RecordPatch): RecordPatch | undefined {
  if ('state' in patch) return undefined;
  return Object.fromEntries(Object.keys(patch).map((name) => [name, valueAt(before, name)]));
}

const mergedText = (merged: readonly string[], type: string): string => {
  const fields = merged.map((field) => labelInSentence(field, type)).join(', ');
  return fields === ''
    ? ''
    : ` Someone else changed ${fields} at the same time; both changes are saved.`;
};

/** The undo is offered at once: a change that is still being saved is undone once it is saved. */
function offerUndo(change: RecordChange, text: string, saving: Promise<SaveOutcome>) {
  const reverse = change.reverse ?? reverseOf(change.before, change.patch);
  // An undo cannot be undone.
  if (!reverse || change.isUndo) return undefined;
  const takeBack = async () => {
    const outcome = await saving;
    if (outcome.kind !== 'saved') return;
    const known = queryClient.getQueryData(recordQuery(change.ref).queryKey);
    const version = known?.version ?? outcome.version;
    const undone = { before: change.patch, patch: reverse, version, isUndo: true };
    await changeRecord({ ...change, ...undone });
  };
  return undo.offer(text, () => void takeBack(), change.undoMs);
}

/** The undo of the change stays beside the warnings, and removes them. */
function showWarnings(id: string, warnings: readonly string[]): void {
  const message = `${id} warnings`;
  if (warnings.length === 0) hideToast(message);
  else toast(`${id}: ${warnings.join(' ')}`, { id: message, forMs: FAULT_MS });
}

/** After `failed` an editor must keep the typed text; after a conflict, the panel has it. */
export async function changeRecord(change: RecordChange): Promise<SaveOutcome['kind']> {
  const { ref, before, patch, version, onConflict } = change;
  const text = `${ref.id}: ${describePatch(patch, before, ref.type)}.`;
  const saving = saveRecord(ref, patch, version);
  const withdrawUndo = offerUndo(change, text, saving);
  const outcome = await saving;
  if (outcome.kind !== 'saved') withdrawUndo?.();
  if (outcome.kind === 'conflict') {
    onConflict(outcome.conflict);
    announce(`Someone else has changed the same field of ${ref.id}. Choose which value to keep.`);
  } else if (outcome.kind === 'failed')
    toast(`${ref.id} was not changed. ${faultText(outcome.fault)}`, {
      tone: 'red',
      forMs: FAULT_MS,
    });
  else {
    announce(text);
    const also = mergedText(outcome.merged, ref.type);
    if (!withdrawUndo || also !== '') toast(text + also, { id: ref.id });
    showWarnings(ref.id, outcome.warnings);
  }
  return outcome.kind;
}

export interface StepRun<T extends RecordType> {
  ref: RecordRef<T>;
  step: Step<T>;
  answer: string;
  options?: StepOptions;
  /** Returns the record as it is known when the step is sent. */
  current: () => RecordTypes[T];
  onConflict: (conflict: RecordConflict) => void;
  onEnd: (outcome: SaveOutcome['kind'] | 'undone') => void;
}

async function send<T extends RecordType>({
  ref,
  step,
  answer,
  options = {},
  current,
  onConflict,
  onEnd,
}: StepRun<T>): Promise<void> {
  const record = current();
  if (step.patch) {
    const { version } = record;
    const patch = step.patch(answer, options);
    const { reverse } = step;
    onEnd(await changeRecord({ ref, before: record, patch, reverse, version, onConflict }));
    return;
  }
  try {
    acceptRecord(ref, await step.run(record, answer));
    announce(`${ref.id}: ${step.label}.`);
    onEnd('saved');
  } catch (error) {
    const text = `“${step.label}” failed. ${faultText(faultOf(error))}`;
    toast(text, { tone: 'red', forMs: FAULT_MS });
    onEnd('failed');
  }
  await refreshRecord(ref);
}

/** A step on which others act at once is sent after some seconds, in which it can be undone. */
export function takeStep<T extends RecordType>(run: StepRun<T>): void {
  const { ref, step, onEnd } = run;
  if (!step.isDelayed) return void send(run);
  sendDelayed(
    ref.id,
    `${ref.id}: ${step.label}.`,
    () => void send(run),
    () => onEnd('undone'),
  );
}
