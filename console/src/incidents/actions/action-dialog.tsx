// One dialog for each change of an incident or of several: assign, state, priority, note.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQuery, type IncidentUpdate } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import type { RecordDrafts } from '../../records/index.ts';
import { StateForm } from './state-form.tsx';

export type ActionKind = 'assign' | 'state' | 'priority' | 'note';

export interface ActionDialogProps {
  kind: ActionKind | undefined;
  /** "INC0000042", or "12 incidents". */
  subject: string;
  /** States that can be set; undefined until they are known. */
  states: readonly string[] | undefined;
  /** Of the incident, if it is one: text is kept until it is saved. */
  drafts?: RecordDrafts | undefined;
  onPatch: (patch: IncidentUpdate) => void;
  onNote: (body: string) => void;
  onClose: () => void;
}

const NOBODY = '';

function AssignForm({ onPatch, onClose }: Pick<ActionDialogProps, 'onPatch' | 'onClose'>) {
  const [q, setQ] = useState('');
  const { data: people = [] } = useQuery(directoryQuery(q, 'person'));
  const { data: groups = [] } = useQuery(directoryQuery(q, 'group'));
  const choices = [
    ...people.map(({ name, email }) => ({
      value: `assigned_to:${email}`,
      label: name,
      detail: email ?? undefined,
    })),
    ...groups.map(({ name }) => ({
      value: `assignment_group:${name}`,
      label: name,
      detail: 'Group',
    })),
    ...(q === '' ? [{ value: `assigned_to:${NOBODY}`, label: 'Nobody', detail: 'Unassign' }] : []),
  ];
  return (
    <ChoiceField
      label="Person or group"
      choices={choices}
      onSearch={setQ}
      onCancel={onClose}
      emptyText="No person or group has this name."
      onChoose={(value) => {
        const at = value.indexOf(':');
        const [field, name] = [value.slice(0, at), value.slice(at + 1)];
        onPatch({ [field]: name === NOBODY ? null : name });
      }}
    />
  );
}

const priorities = [
  { value: 'P1', label: 'P1', detail: 'Critical' },
  { value: 'P2', label: 'P2', detail: 'High' },
  { value: 'P3', label: 'P3', detail: 'Medium' },
  { value: 'P4', label: 'P4', detail: 'Low' },
];

function NoteForm({ onNote, drafts }: Pick<ActionDialogProps, 'onNote' | 'drafts'>) {
  // A draft for other readers is left to the page of the incident.
  const [draft] = useState(() => drafts?.note.read() ?? { body: '', visibility: 'team' as const });
  const isTeam = draft.visibility === 'team';
  const [text, setText] = useState(isTeam ? draft.body : '');
  const change = (body: string) => {
    setText(body);
    if (isTeam) drafts?.note.write({ body, visibility: 'team' });
  };
  const send = () => text.trim() !== '' && onNote(text);
  return (
    <>
      <TextArea
        label="Note for the team"
        value={text}
        onChange={change}
        onSend={send}
        hasFocus
        rows={5}
      />
      <DialogFooter>
        <Button
          look="primary"
          label="Add the note"
          keys={['mod+Enter']}
          unavailable={text.trim() === '' ? 'Write a note first.' : undefined}
          onClick={send}
        >
          Add note
        </Button>
      </DialogFooter>
    </>
  );
}

const titles: Record<ActionKind, string> = {
  assign: 'Assign',
  state: 'Change the state of',
  priority: 'Change the priority of',
  note: 'Add a note to',
};

export function ActionDialog({
  kind,
  subject,
  states,
  drafts,
  onPatch,
  onNote,
  onClose,
}: ActionDialogProps) {
  return (
    <Dialog
      title={kind && `${titles[kind]} ${subject}`}
      isOpen={kind !== undefined}
      onClose={onClose}
      size={440}
    >
      {kind === 'assign' && <AssignForm onPatch={onPatch} onClose={onClose} />}
      {kind === 'priority' && (
        <ChoiceField
          label="Priority"
          choices={priorities}
          onCancel={onClose}
          onChoose={(priority) => onPatch({ priority } as IncidentUpdate)}
        />
      )}
      {kind === 'state' && (
        <StateForm
          states={states}
          onPatch={onPatch}
          onCancel={onClose}
          text={drafts?.transition.read()?.text}
          onText={(text) => drafts?.transition.write({ text })}
        />
      )}
      {kind === 'note' && <NoteForm onNote={onNote} drafts={drafts} />}
    </Dialog>
  );
}
