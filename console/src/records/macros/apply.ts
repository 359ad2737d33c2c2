// A macro is applied to one record. The message says what it skipped, as the timeline does.
import {
  applyMacro,
  type AutomatedType,
  faultOf,
  type MacroSummary,
  queryClient,
  timelineOf,
} from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { acceptRecord, refreshRecord } from '../saving/save-record.ts';
import { ruleCauseOf } from '../rules/rule.cause.ts';
import { skippedTexts } from '../rules/rule.words.ts';

interface AppliedRef {
  type: AutomatedType;
  id: string;
}

/** Reads the newest entry of the macro at this version of the record. */
async function readSkipped(ref: AppliedRef, macroId: string): Promise<string[]> {
  const { pages } = await queryClient.fetchInfiniteQuery({ ...timelineOf(ref), staleTime: 0 });
  const entry = pages[0]?.entries.find((one) => ruleCauseOf(one)?.macro?.id === macroId);
  return entry?.cause ? skippedTexts(entry.cause) : [];
}

const LONG_MS = 15_000;

export async function applyMacroTo(ref: AppliedRef, { id, name }: MacroSummary): Promise<void> {
  try {
    const before = queryClient.getQueryData<{ version: number }>([ref.type, 'record', ref.id]);
    const record = await applyMacro(ref, id);
    acceptRecord(ref, record);
    const hasChanged = record.version !== before?.version;
    const skipped = hasChanged ? await readSkipped(ref, id) : [];
    const result = hasChanged ? `“${name}” applied to ${ref.id}.` : `“${name}” changed nothing.`;
    toast([result, ...skipped].join(' '), skipped.length > 0 ? { forMs: LONG_MS } : {});
    await refreshRecord(ref);
  } catch (error) {
    toast(`“${name}” was not applied to ${ref.id}. ${faultText(faultOf(error))}`, {
      tone: 'red',
      forMs: LONG_MS,
    });
  }
}
