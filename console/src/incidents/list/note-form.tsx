// A note is added to one incident for the team, or to all selected ones for the team or their requesters.
import { useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { DialogFooter } from '../../ui/overlays/dialog.tsx';
import { describeRequesters } from '../requester.words.ts';
import styles from './bulk.module.css';
import type { RowActions } from './use-row-actions.ts';

const tabs = [
  { id: 'team', label: 'Team' },
  { id: 'public', label: 'Public' },
] as const;

const labels = { team: 'Note for the team', public: 'Public note' };

export function NoteForm({ actions: { drafts, note, selected } }: { actions: RowActions }) {
  const isBulk = selected.length > 0;
  const [draft] = useState(() => drafts?.note.read() ?? { body: '', visibility: 'team' as const });
  // A draft for other readers is left to the page of the incident.
  const isOffered = draft.visibility === 'team' || (isBulk && draft.visibility === 'public');
  const [text, setText] = useState(isOffered ? draft.body : '');
  const [visibility, setVisibility] = useState<'team' | 'public'>(
    isBulk && draft.visibility === 'public' ? 'public' : 'team',
  );
  const change = (body: string, readers = visibility) => {
    setText(body);
    setVisibility(readers);
    if (isOffered) drafts?.note.write({ body, visibility: readers });
  };
  const send = () => text.trim() !== '' && note(text, visibility);
  const field = (
    <TextArea
      label={labels[visibility]}
      value={text}
      onChange={(body) => change(body)}
      onSend={send}
      hasFocus
      rows={5}
    />
  );
  return (
    <>
      {isBulk ? (
        <Tabs
          label="Readers of the note"
          variant="pill"
          tabs={tabs}
          value={visibility}
          onChange={(next) => change(text, next)}
        >
          <div className={styles.note}>
            {field}
            <p className={styles.readers}>
              {visibility === 'team'
                ? 'Agents and managers can read this note.'
                : describeRequesters(selected)}
            </p>
          </div>
        </Tabs>
      ) : (
        field
      )}
      <DialogFooter>
        <Button
          variant="primary"
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
