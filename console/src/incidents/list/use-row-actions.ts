// Actions apply to all selected rows; without a selection, to the record in the drawer or the active row.
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState, useSyncExternalStore } from 'react';
import {
  addNote,
  faultOf,
  incidentQuery,
  type MacroSummary,
  mayUse,
  meQuery,
  queryClient,
  type RecordPatch,
} from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { REPLACED, useIsReplaced } from '../../lists/index.ts';
import {
  changeRecord,
  type RecordConflict,
  recordDrafts,
  type Step,
  type StepOptions,
  takeStep,
  macroCommands,
  workCommands,
} from '../../records/index.ts';
import type { ListSearch } from '../../search/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import type { GridHandle } from '../../ui/layout/grid.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { personName } from '../../words/index.ts';
import { askToHold } from '../hold/ask-to-hold.tsx';
import { holdIncident } from '../hold/hold-incident.ts';
import { holdCommands } from '../hold/hold.keys.ts';
import { awaitedName, type HoldFields, holdObstacle } from '../hold/hold.patch.ts';
import { incidentSteps, nextStatesOf } from '../incident.steps.ts';
import { mergingCommands } from '../merging/merging.keys.ts';
import { askToResolve, askToResolveAll } from '../requester.words.ts';
import { useViewer } from '../use-viewer.ts';
import type { BulkChange } from './bulk-dialog.tsx';
import { type IncidentListRow, incidentList } from './incidents.list.ts';
import { addConflict, dropConflict } from './row-conflicts.ts';

export type ActionKind =
  | 'assign'
  | 'state'
  | 'hold'
  | 'priority'
  | 'requester'
  | 'note'
  | 'merge'
  | 'macro';

/** The row stays as it was when the question was opened. */
interface OpenAction {
  kind: ActionKind;
  row: IncidentListRow | undefined;
  /** The question is asked at this element; in a dialog if there is none. */
  anchor: HTMLElement | undefined;
}

/** Returns the button that was pressed, or the cell of the assignee; the row on a narrow list, which hides that cell. */
function placeOf(id: string | undefined): HTMLElement | undefined {
  const { activeElement } = document;
  if (activeElement instanceof HTMLButtonElement) return activeElement;
  const row = document.querySelector<HTMLElement>(`#row-${id}`) ?? undefined;
  const cell = row?.querySelector<HTMLElement>('[data-column=assignee]');
  return cell?.checkVisibility() ? cell : row;
}

/** Few people merge in a session, so the page is loaded without it. */
const merging = () => import('../merging/merge-incident.ts');

/** Macros are applied by a module that is loaded with the first. */
const macros = () => import('./apply-macro.ts');

/** Drafts for several incidents are stored under this name. */
const BULK = 'bulk';

const noteFields = { team: 'work_note', public: 'public_note' } as const;

const refOf = (id: string) => ({ type: 'incident', id }) as const;

/** Returns null if the rows have several groups, or one has none. */
function groupOf(rows: readonly Pick<IncidentListRow, 'assignment_group'>[]): string | null {
  const [first, ...others] = new Set(rows.map(({ assignment_group }) => assignment_group));
  return others.length > 0 ? null : (first ?? null);
}

export function useRowActions(search: ListSearch, grid: RefObject<GridHandle | null>) {
  const list = incidentList.of(incidentList.queryOf(search));
  useSyncExternalStore(list.subscribe, list.version);
  const [open, setOpen] = useState<OpenAction>();
  const [bulk, setBulk] = useState<BulkChange>();
  const { data: me } = useQuery(meQuery);
  const viewer = useViewer(personName);
  // Keys and buttons apply to the record in the drawer, if one is open, and otherwise to the active row.
  const targetId = search['peek'] ?? list.rows.idAt(list.activeIndex);
  const { data: record } = useQuery({
    ...incidentQuery(targetId ?? ''),
    enabled: targetId !== undefined && open?.kind === 'state',
  });
  const active = (targetId === undefined ? undefined : list.rows.get(targetId)) ?? record;
  const selected = [...list.selected].flatMap((id): IncidentListRow[] => {
    const row = list.rows.get(id);
    return row ? [row] : [];
  });
  // Several incidents share one draft.
  const subjectId = selected.length > 0 ? BULK : active?.id;
  const drafts = subjectId && me ? recordDrafts(subjectId, me.email) : undefined;

  const awaited = selected.length > 0 ? 'each requester' : active && awaitedName(active, viewer);

  const focus = () => grid.current?.focus();
  const ask = (kind: ActionKind) => {
    const isOfRow = (kind === 'assign' || kind === 'hold') && selected.length === 0;
    setOpen({ kind, row: active, anchor: isOfRow ? placeOf(targetId) : undefined });
  };
  const close = () => setOpen(undefined);
  /** The row is taken as it was when the dialog was opened: a change by others since is a conflict. */
  const change = (patch: RecordPatch, row = open?.row ?? active) => {
    close();
    focus();
    if (selected.length > 0) return setBulk({ rows: selected, patch });
    if (!row) return;
    const { id, version } = row;
    void changeRecord({ ref: refOf(id), before: row, patch, version, onConflict: addConflict });
  };
  const take = (step: Step<'incident'>, answer: string, options: StepOptions = {}) => {
    if (selected.length > 0) return change(step.patch?.(answer, options) ?? {});
    close();
    focus();
    if (!record) return;
    const current = () => queryClient.getQueryData(incidentQuery(record.id).queryKey) ?? record;
    const onEnd = (outcome: string) => {
      if (outcome === 'saved') drafts?.transition.write(undefined);
    };
    const ref = refOf(record.id);
    takeStep({ ref, step, answer, options, current, onConflict: addConflict, onEnd });
  };
  const hold = (fields: HoldFields) => {
    const row = open?.row ?? active;
    if (selected.length > 0 || !row) return change({ state: 'on_hold', ...fields });
    close();
    focus();
    void holdIncident({ incident: row, fields, onConflict: addConflict });
  };
  const merge = (leader: string, text: string | undefined) => {
    const row = open?.row ?? active;
    if (selected.length > 0) {
      close();
      focus();
      const rows = selected.filter(({ id }) => id !== leader);
      return setBulk({ rows, patch: { merged_into: leader } });
    }
    if (!row) return;
    close();
    focus();
    void merging().then(({ mergeIncident }) =>
      mergeIncident({ incident: row, leader, note: text, onConflict: addConflict }),
    );
  };
  const applyMacro = (macro: MacroSummary) => {
    close();
    focus();
    const title = `apply the macro “${macro.name}”`;
    if (selected.length > 0)
      return setBulk({ rows: selected, patch: { macro_id: macro.id }, title });
    const row = open?.row ?? active;
    if (row) void macros().then(({ applyMacroTo }) => applyMacroTo(refOf(row.id), macro));
  };
  const note = async (body: string, visibility: 'team' | 'public') => {
    if (selected.length > 0) return change({ [noteFields[visibility]]: body });
    close();
    focus();
    if (!active) return;
    try {
      await addNote(active.id, body, 'team');
      // A draft for other readers stays.
      if (drafts?.note.read()?.visibility === 'team') drafts.note.write(undefined);
      toast(`Note added to ${active.id}.`);
    } catch (error) {
      const text = `The note was not added to ${active.id}. ${faultText(faultOf(error))}`;
      toast(text, { tone: 'red', forMs: 15_000 });
    }
  };
  /** Applies the choice in a conflict: the rest of the edit is sent with the version of the others. */
  const settle = (conflict: RecordConflict) => (patch: RecordPatch, version: number) => {
    dropConflict(conflict);
    focus();
    const { id } = conflict;
    const before = queryClient.getQueryData(incidentQuery(id).queryKey);
    if (before && Object.keys(patch).length > 0)
      void changeRecord({ ref: refOf(id), before, patch, version, onConflict: addConflict });
  };

  const isReplaced = useIsReplaced(incidentList.queryOf);
  const hasRow = active !== undefined || selected.length > 0;
  const needsRow = isReplaced ? REPLACED : hasRow ? undefined : 'There is no incident to act on.';
  const mayEdit = me !== undefined && mayUse(me, 'incidents.edit_all_fields');
  const needsRight = mayEdit ? needsRow : 'Your role may not change incidents.';
  const onEditable = (run: () => void) => ({ run, unavailable: needsRight });
  const assignToMe = () => me && change({ assigned_to: me.email }, active);
  const holdable = selected.length === 0 && active ? holdObstacle(active.state) : undefined;
  useCommands(holdCommands, {
    snooze: { run: () => ask('hold'), unavailable: needsRight ?? holdable },
  });
  useCommands(mergingCommands, { merge: onEditable(() => ask('merge')) });
  useCommands(macroCommands, { macro: onEditable(() => ask('macro')) });
  useCommands(workCommands, {
    assignToMe: onEditable(assignToMe),
    assign: onEditable(() => ask('assign')),
    state: { run: () => ask('state'), unavailable: needsRow },
    priority: onEditable(() => ask('priority')),
    note: {
      run: () => ask('note'),
      unavailable: selected.length > 0 ? needsRight : needsRow,
    },
  });

  return {
    me,
    mayEdit,
    open,
    ask,
    close,
    selected,
    subject: selected.length > 0 ? `${selected.length} incidents` : (active?.id ?? ''),
    /** The steps are undefined until they are known. */
    steps:
      selected.length > 0
        ? incidentSteps(undefined, {
            resolved: askToResolveAll(selected),
            on_hold: askToHold(awaited),
          })
        : record &&
          incidentSteps(nextStatesOf(record, mayEdit), {
            resolved: askToResolve(record, viewer),
            on_hold: askToHold(awaited),
          }),
    /** The reply of this person can end a hold. */
    awaited,
    /** All rows that the action applies to have this group. */
    group: groupOf(selected.length > 0 ? selected : active ? [active] : []),
    drafts,
    assignToMe,
    change,
    hold,
    take,
    merge,
    applyMacro,
    /** The selected rows, or the one that the action applies to. */
    subjects: selected.length > 0 ? selected : active ? [active] : [],
    note: (body: string, visibility: 'team' | 'public') => void note(body, visibility),
    settle,
    bulk,
    closeBulk: () => setBulk(undefined),
    /** Refused rows stay selected. */
    bulkDone: (succeeded: readonly string[]) => {
      if (me && bulk) {
        const texts = recordDrafts(BULK, me.email);
        if ('state' in bulk.patch) texts.transition.write(undefined);
        else if ('work_note' in bulk.patch || 'public_note' in bulk.patch)
          texts.note.write(undefined);
      }
      for (const id of succeeded) {
        list.selected.delete(id);
        if (bulk && !('macro_id' in bulk.patch)) list.patch(id, bulk.patch);
      }
      list.notify();
      if (bulk && 'merged_into' in bulk.patch)
        void merging().then(({ offerUndoOfMerge }) =>
          offerUndoOfMerge(succeeded, bulk.patch, (ids) => list.refresh(ids)),
        );
      // A failure is ignored: events of the rows follow in any case.
      void list.refresh(succeeded).catch(() => undefined);
    },
  };
}

export type RowActions = ReturnType<typeof useRowActions>;
