// The state of the page of a record: which editor is open, what is saved, and the commands of every record.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  faultOf,
  type Me,
  meQuery,
  queryClient,
  type RecordPatch,
  recordQuery,
  type RecordRef,
  type RecordType,
  type RecordTypes,
} from '../api/index.ts';
import { sendDelayed, undo, useCommands } from '../keys/index.ts';
import { announce } from '../ui/overlays/announce.tsx';
import { faultText } from '../ui/layout/fault.ts';
import { toast } from '../ui/overlays/toast.tsx';
import { fieldLabel, isLongField, valueText } from './fields.ts';
import { ONE_COLUMN } from './record-body.tsx';
import { recordCommands, workCommands } from './record.keys.ts';
import type { RecordConflict } from './saving/conflict.ts';
import { acceptRecord, refreshRecord, type SaveOutcome, saveRecord } from './saving/save-record.ts';
import { useRecordDrafts } from './use-record-drafts.ts';

/** A move to another state: a PATCH of it, or a call of its own. */
export interface Step<T extends RecordType> {
  id: string;
  label: string;
  /** The text that it asks for. */
  asks?: { label: string; isOptional?: boolean };
  /** Others act on it at once, so it can be taken back for some seconds before it is sent. */
  isDelayed?: boolean;
  /** Why it cannot be taken now. */
  unavailable?: string | undefined;
  /** Sends it with the version that is current then. */
  run: (record: RecordTypes[T], text: string) => Promise<RecordTypes[T]>;
}

interface RecordOptions<T extends RecordType> {
  type: T;
  record: RecordTypes[T];
  mayEdit: (me: Me) => boolean;
  steps: readonly Step<T>[];
  /** The list that it belongs to. */
  listPath: string;
  neighbours: { go: (step: 1 | -1) => void };
}

/** "category → network", "description edited" */
const wordsOf = (patch: RecordPatch): string =>
  Object.entries(patch)
    .map(([field, value]) => {
      const label = fieldLabel(field).toLowerCase();
      const isText = isLongField(field) || field === 'short_description';
      return isText ? `${label} edited` : `${label} → ${valueText(field, value)}`;
    })
    .join(', ');

const focusOn = (selector: string): void => {
  document.querySelector<HTMLElement>(selector)?.focus();
};

const NOT_YOURS = 'Your role cannot edit this record.';

export function useRecord<T extends RecordType>({
  type,
  record,
  mayEdit: mayEditRecord,
  steps,
  listPath,
  neighbours,
}: RecordOptions<T>) {
  const ref: RecordRef<T> = { type, id: record.id };
  const { id } = ref;
  const router = useRouter();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const drafts = useRecordDrafts(id, me?.email ?? '');
  const [editing, edit] = useState<string>();
  const [asked, ask] = useState<string>();
  const [pending, setPending] = useState<string>();
  const [conflict, setConflict] = useState<RecordConflict>();
  const composer = useRef<HTMLTextAreaElement>(null);
  const sendNote = useRef<() => void>(undefined);
  const mayEdit = me !== undefined && mayEditRecord(me);
  const current = (): RecordTypes[T] =>
    queryClient.getQueryData<RecordTypes[T]>(recordQuery(ref).queryKey) ?? record;

  const save = async (
    patch: RecordPatch,
    version: number = record.version,
  ): Promise<SaveOutcome['kind']> => {
    const outcome = await saveRecord(ref, patch, version);
    if (outcome.kind === 'conflict') {
      setConflict(outcome.conflict);
      announce('Someone else has changed the same field. Choose which value stands.');
    } else if (outcome.kind === 'failed')
      toast(`Not saved. ${faultText(outcome.fault)}`, { tone: 'red', forMs: 15_000 });
    else {
      const before = { ...record } as RecordPatch;
      const reverse = Object.fromEntries(Object.keys(patch).map((name) => [name, before[name]]));
      undo.offer(() => void save(reverse, current().version));
      const merged = outcome.merged.map((field) => fieldLabel(field).toLowerCase()).join(', ');
      const also = merged === '' ? '' : ` Someone else changed ${merged}; both stand.`;
      const text = `${id}: ${wordsOf(patch)}.${also}`;
      announce(text);
      toast(text, { id: `${id} field`, action: { label: 'Undo', run: () => undo.run() } });
    }
    return outcome.kind;
  };

  const settle = (patch: RecordPatch, version: number): void => {
    setConflict(undefined);
    if (Object.keys(patch).length > 0) void save(patch, version);
  };

  /** Its text stays a draft until it is saved. */
  const take = (step: Step<T>, text: string): void => {
    ask(undefined);
    focusOn('h1');
    const send = async () => {
      try {
        acceptRecord(ref, await step.run(current(), text));
        drafts.transition.write(undefined);
        announce(`${id}: ${step.label}.`);
        await refreshRecord(ref);
      } catch (error) {
        toast(`${step.label}: not done. ${faultText(faultOf(error))}`, {
          tone: 'red',
          forMs: 15_000,
        });
        if (step.asks) ask(step.id);
        await refreshRecord(ref);
      } finally {
        setPending(undefined);
      }
    };
    if (!step.isDelayed) return void send();
    setPending(step.label);
    sendDelayed(
      id,
      `${id}: ${step.label}.`,
      () => void send(),
      () => {
        setPending(undefined);
        if (step.asks) ask(step.id);
      },
    );
  };
  const onStep = (stepId: string): void => {
    const step = steps.find((one) => one.id === stepId);
    if (step?.asks) ask(stepId);
    else if (step) take(step, '');
  };

  /** Opens the editor of a property, which may be on another tab. */
  const editProperty = (field: string): void => {
    edit(field);
    if (matchMedia(ONE_COLUMN).matches)
      void navigate({ to: '.', search: { tab: 'details' } as never, replace: true });
  };
  const back = () => {
    if (router.history.canGoBack()) router.history.back();
    else void navigate({ to: listPath });
  };
  const copyLink = () => {
    const url = `${location.origin}/console${listPath}/${id}`;
    void navigator.clipboard.writeText(url).then(() => toast('Link copied.'));
  };

  const hasAssignee = 'assigned_to' in record;
  useCommands(workCommands, {
    ...(hasAssignee && {
      assignToMe: {
        run: () => {
          if (me && record.assigned_to !== me.email) void save({ assigned_to: me.email });
        },
        unavailable: mayEdit ? undefined : NOT_YOURS,
      },
      assign: {
        run: () => editProperty('assigned_to'),
        unavailable: mayEdit ? undefined : NOT_YOURS,
      },
    }),
    state: {
      run: () => focusOn('[role=toolbar][aria-label="Next state"] button'),
      unavailable: steps.length === 0 ? 'No state can follow this one.' : undefined,
    },
    note: () => composer.current?.focus(),
  });
  useCommands(recordCommands, {
    'record.previous': () => neighbours.go(-1),
    'record.next': () => neighbours.go(1),
    'record.back': back,
    'record.copyLink': copyLink,
    'record.send': () => {
      // In a field it sends what the field belongs to.
      if (!document.activeElement?.matches('input, textarea')) sendNote.current?.();
    },
  });

  return {
    ref,
    me,
    mayEdit,
    drafts,
    composer,
    sendNote,
    editing,
    edit,
    editProperty,
    save,
    conflict,
    settle,
    steps,
    asked: steps.find((step) => step.id === asked),
    pending,
    onStep,
    take,
    stopAsking: () => {
      ask(undefined);
      focusOn('h1');
    },
    back,
    copyLink,
    reload: () => void refreshRecord(ref),
  };
}

export type RecordState<T extends RecordType> = ReturnType<typeof useRecord<T>>;
