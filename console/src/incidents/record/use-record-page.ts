// The state of the page: which editor is open, and the commands that open them.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  type Incident,
  incidentQuery,
  type IncidentUpdate,
  mayUse,
  meQuery,
  queryClient,
} from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import {
  recordCommands,
  useNeighbours,
  useRecordDrafts,
  workCommands,
} from '../../records/index.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { transitionOf } from '../actions/index.ts';
import { queueOf } from '../queue/queue.store.ts';
import { useRecordActions } from './use-record-actions.ts';

type OpenDialog = 'assign' | 'priority' | 'field';

const NOT_YOURS = 'Your role cannot edit this incident.';

const focusOn = (selector: string): void => {
  document.querySelector<HTMLElement>(selector)?.focus();
};

export function useRecordPage(incident: Incident) {
  const { id } = incident;
  const router = useRouter();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const actions = useRecordActions(incident);
  const neighbours = useNeighbours(id, queueOf, (next, list) =>
    navigate({ to: '/incidents/$id', params: { id: next }, state: { list }, replace: true }),
  );
  const drafts = useRecordDrafts(id, me?.email ?? '');
  const [dialog, setDialog] = useState<OpenDialog>();
  const [editing, edit] = useState<string>();
  const [asked, ask] = useState<string>();
  const composer = useRef<HTMLTextAreaElement>(null);
  const sendNote = useRef<() => void>(undefined);
  const mayEdit = me !== undefined && mayUse(me, 'incidents.edit_all_fields');
  const mayDelete = me !== undefined && mayUse(me, 'incidents.delete');

  const back = () => {
    if (router.history.canGoBack()) router.history.back();
    else void navigate({ to: '/incidents' });
  };
  const leave = () => void navigate({ to: '/incidents' });
  const copyLink = () => {
    const url = `${location.origin}/console/incidents/${id}`;
    void navigator.clipboard.writeText(url).then(() => toast('Link copied.'));
  };
  /** Sends the patch of a transition; its text stays a draft until it is saved. */
  const transition = (patch: IncidentUpdate) => {
    ask(undefined);
    actions.transition(
      patch,
      () => ask(patch.state),
      () => drafts.transition.write(undefined),
    );
    focusOn('h1');
  };
  const step = (state: string) => {
    if (transitionOf(state).asks === undefined) transition({ state } as IncidentUpdate);
    else ask(state);
  };
  const canEdit = (run: () => void) => ({ run, unavailable: mayEdit ? undefined : NOT_YOURS });

  useCommands(workCommands, {
    assignToMe: canEdit(() => {
      if (me && incident.assigned_to !== me.email) void actions.save({ assigned_to: me.email });
    }),
    assign: canEdit(() => setDialog('assign')),
    priority: canEdit(() => setDialog('priority')),
    state: {
      run: () => focusOn('[role=toolbar][aria-label="Next state"] button'),
      unavailable:
        incident.allowed_transitions.length === 0 ? 'No state can follow this one.' : undefined,
    },
    note: () => composer.current?.focus(),
  });
  useCommands(recordCommands, {
    'record.previous': () => neighbours.go(-1),
    'record.next': () => neighbours.go(1),
    'record.back': back,
    'record.edit': canEdit(() => setDialog('field')),
    'record.copyLink': copyLink,
    'record.send': () => {
      // In a field it sends what the field belongs to.
      if (!document.activeElement?.matches('input, textarea')) sendNote.current?.();
    },
    'record.delete': {
      run: () => void actions.remove(leave),
      unavailable: mayDelete ? undefined : 'Only managers can delete incidents.',
    },
  });

  return {
    me,
    actions,
    neighbours,
    drafts,
    composer,
    sendNote,
    mayEdit,
    mayDelete,
    dialog,
    editing,
    asked,
    back,
    copyLink,
    edit,
    step,
    transition,
    open: setDialog,
    close: () => setDialog(undefined),
    chooseField: () => setDialog('field'),
    remove: () => void actions.remove(leave),
    /** Reads the record again, such as after a note, which raises its version. */
    reload: () => void queryClient.invalidateQueries({ queryKey: incidentQuery(id).queryKey }),
    stopAsking: () => {
      ask(undefined);
      focusOn('h1');
    },
  };
}

export type RecordPage = ReturnType<typeof useRecordPage>;
