// The pages of all record types share this state: the open editor, saving, the steps that can follow, and the commands.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import {
  type Me,
  meQuery,
  queryClient,
  type RecordPatch,
  recordQuery,
  type RecordRef,
  type RecordType,
  type RecordTypes,
} from '../api/index.ts';
import { useCommands } from '../keys/index.ts';
import { toast } from '../ui/overlays/toast.tsx';
import { useCustomRows } from './custom/use-custom-rows.ts';
import type { PropertyField } from './properties/property-field.ts';
import { ONE_COLUMN } from './record-body.tsx';
import { recordTypeOf } from './record-types.ts';
import { recordCommands, workCommands } from './record.keys.ts';
import { changeRecord, takeStep } from './saving/change-record.ts';
import type { RecordConflict } from './saving/conflict.ts';
import type { Step, StepOptions } from './step.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useRecordDrafts } from './use-record-drafts.ts';

/** A record type may add actions to the menu, such as deleting. */
interface RecordAction {
  label: string;
  icon: ReactNode;
  /** The menu shows the key of a command that does the same. */
  keys?: string;
  /** This command of the search box runs the action as well. */
  command?: 'record.delete';
  /** Returns the reason why this person cannot run the action. */
  unavailable?: (me: Me) => string | undefined;
  run: () => void;
}

interface RecordOptions<T extends RecordType> {
  type: T;
  record: RecordTypes[T];
  steps: readonly Step<T>[];
  /** Properties that can be edited are listed in the order of the page. */
  fields?: readonly PropertyField<RecordTypes[T]>[];
  more?: readonly RecordAction[];
}

const focusOn = (selector: string): void => {
  document.querySelector<HTMLElement>(selector)?.focus();
};

const NOT_YOURS = 'Your role cannot edit this record.';

export function useRecord<T extends RecordType>({
  type,
  record,
  steps,
  fields = [],
  more = [],
}: RecordOptions<T>) {
  const ref: RecordRef<T> = { type, id: record.id };
  const { id } = ref;
  const { path, titleField, texts, mayEdit: mayEditRecord, obstacle } = recordTypeOf(type);
  const router = useRouter();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const neighbours = useNeighbours(ref, path);
  const drafts = useRecordDrafts(id, me?.email ?? '');
  const [editing, edit] = useState<string>();
  const [isNoting, setNoting] = useState(false);
  const [isChoosing, choose] = useState(false);
  const [asked, ask] = useState<string>();
  const [pending, setPending] = useState<string>();
  const [conflict, setConflict] = useState<RecordConflict>();
  const composer = useRef<HTMLTextAreaElement>(null);
  const sendNote = useRef<() => void>(undefined);
  const isTeam = me !== undefined && mayEditRecord(me, record);
  const uneditable = isTeam ? obstacle?.(record) : NOT_YOURS;
  const mayEdit = uneditable === undefined;
  const current = (): RecordTypes[T] =>
    queryClient.getQueryData<RecordTypes[T]>(recordQuery(ref).queryKey) ?? record;

  const save = async (patch: RecordPatch, version: number = record.version) => {
    const change = { ref, before: record, patch, version, onConflict: setConflict };
    const outcome = await changeRecord(change);
    if (outcome === 'saved') setConflict(undefined);
    return outcome;
  };
  /** After the choice in a conflict, the rest of my change is sent on top of the other version. */
  const settle = (patch: RecordPatch, version: number): void => {
    setConflict(undefined);
    if (Object.keys(patch).length > 0) void save(patch, version);
  };

  /** The text of a step stays a draft until the step is saved. */
  const take = (step: Step<T>, answer: string, options: StepOptions = {}): void => {
    ask(undefined);
    focusOn('h1');
    if (step.isDelayed) setPending(step.label);
    takeStep({
      ref,
      step,
      answer,
      options,
      current,
      onConflict: setConflict,
      onEnd: (outcome) => {
        setPending(undefined);
        if (outcome === 'saved') drafts.transition.write(undefined);
        else if (outcome !== 'conflict' && step.asks) ask(step.id);
      },
    });
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
      void navigate({
        to: '.',
        search: { tab: 'details' } as never,
        state: true,
        replace: true,
      });
  };
  const customRows = useCustomRows(type, record);
  const shown = [...fields, ...customRows].filter(({ isShown }) => isShown?.(record) ?? true);
  const inPlace: readonly string[] = [titleField, ...texts];
  const editField = (field: string): void => {
    choose(false);
    if (inPlace.includes(field)) edit(field);
    else editProperty(field);
  };
  const back = () => {
    if (router.history.canGoBack()) router.history.back();
    else void navigate({ to: path });
  };
  const copyLink = () => {
    const url = `${location.origin}/console${path}/${id}`;
    void navigator.clipboard.writeText(url).then(() => toast('Link copied.'));
  };

  const actions = more.map(({ unavailable, ...one }) => ({
    ...one,
    unavailable: me && unavailable?.(me),
  }));
  const canEdit = (run: () => void) => ({ run, unavailable: uneditable });
  const has = (field: string): boolean => shown.some((row) => row.field === field);
  useCommands(workCommands, {
    ...('assigned_to' in record && {
      assignToMe: canEdit(() => {
        if (me && record.assigned_to !== me.email) void save({ assigned_to: me.email });
      }),
      assign: canEdit(() => editProperty('assigned_to')),
    }),
    ...(has('priority') && { priority: canEdit(() => editProperty('priority')) }),
    state: {
      run: () => focusOn('[role=toolbar][aria-label="Next state"] button'),
      unavailable: steps.length === 0 ? 'No further step is possible.' : undefined,
    },
    note: () => composer.current?.focus(),
  });
  useCommands(recordCommands, {
    'record.previous': () => neighbours.go(-1),
    'record.next': () => neighbours.go(1),
    'record.back': back,
    'record.copyLink': copyLink,
    'record.send': () => {
      // A field handles the key itself.
      if (!document.activeElement?.matches('input, textarea')) sendNote.current?.();
    },
    ...(shown.length > 0 && { 'record.edit': canEdit(() => choose(true)) }),
    ...Object.fromEntries(actions.flatMap((one) => (one.command ? [[one.command, one]] : []))),
  });

  return {
    ref,
    record,
    me,
    /** Their role may edit the record and read notes of the team, even while nobody can edit it. */
    isTeam,
    mayEdit,
    uneditable,
    neighbours,
    fields: shown,
    /** The key `e` offers these fields. */
    editable: [
      ...inPlace,
      ...shown.flatMap(({ field, isReadOnly }): string[] => (isReadOnly ? [] : [field])),
    ],
    isChoosing,
    choose,
    editField,
    more: actions,
    drafts,
    composer,
    sendNote,
    /** The composer calls it with true while a note is being written. */
    setNoting,
    isWriting: editing !== undefined || asked !== undefined || isNoting,
    editing,
    edit,
    editProperty,
    save,
    conflict,
    showConflict: setConflict,
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
  };
}

export type RecordState<T extends RecordType> = ReturnType<typeof useRecord<T>>;
