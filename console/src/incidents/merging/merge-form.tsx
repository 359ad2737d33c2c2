// Chooses the leader by its words or its id, then shows both sides of the merge before it is made.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { duplicatesQuery, type LeaderChoice, leadersQuery } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { Priority, State } from '../../ui/marks/record-marks.tsx';
import { DialogFooter } from '../../ui/overlays/dialog.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { duplicatesAmong, leaderChoices, type MergeSubject } from './merging.choices.ts';
import styles from './merging.module.css';

const SEARCH_MS = 150;

interface MergeFormProps {
  /** The incidents that become duplicates; the leader may be one of them. */
  subjects: readonly MergeSubject[];
  onMerge: (leader: string, note: string | undefined) => void;
  onCancel: () => void;
}

const Side = ({ title, incident }: { title: string; incident: MergeSubject }) => (
  <section className={styles.side} aria-label={title}>
    <h3>{title}</h3>
    <p className={styles.title}>{incident.short_description}</p>
    <p className={styles.marks}>
      <span className={styles.id}>{incident.id}</span>
      <Priority value={incident.priority} />
      <State value={incident.state} />
    </p>
    <p className={styles.meta}>
      {incident.requester === null ? 'No requester' : <Person email={incident.requester} />}
      <Instant at={incident.created_at} />
    </p>
  </section>
);

const Several = ({ duplicates }: { duplicates: readonly MergeSubject[] }) => (
  <section className={styles.side} aria-label="Duplicates">
    <h3>{duplicates.length} duplicates</h3>
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="List of the duplicates">
      <ul className={styles.list}>
        {duplicates.map(({ id, short_description }) => (
          <li key={id}>
            <span className={styles.id}>{id}</span> {short_description}
          </li>
        ))}
      </ul>
    </div>
  </section>
);

interface PreviewProps extends Omit<MergeFormProps, 'onCancel'> {
  leader: LeaderChoice;
  onBack: () => void;
}

function Preview({ subjects, leader, onMerge, onBack }: PreviewProps) {
  const [note, setNote] = useState('');
  const { data } = useQuery(duplicatesQuery(leader.id));
  const duplicates = duplicatesAmong(subjects, leader.id);
  const [only, ...others] = duplicates;
  const known = data?.data.length ?? 0;
  const merge = () => onMerge(leader.id, note.trim() === '' ? undefined : note.trim());
  return (
    <>
      <div className={styles.sides}>
        {only && others.length === 0 ? (
          <Side title="Duplicate" incident={only} />
        ) : (
          <Several duplicates={duplicates} />
        )}
        <span className={styles.arrow} aria-hidden>
          →
        </span>
        <Side title={known > 0 ? `Leader, with ${known} duplicates` : 'Leader'} incident={leader} />
      </div>
      <p className={styles.effect}>
        Nothing is moved. The SLA clock of a duplicate is paused, it changes with its leader only,
        and its notes are shown there too.
      </p>
      {others.length === 0 && (
        <TextField
          label="Team note on the duplicate (optional)"
          value={note}
          maxLength={1000}
          onChange={setNote}
          onEnter={merge}
        />
      )}
      <DialogFooter>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" data-autofocus autoFocus keys={['mod+Enter']} onClick={merge}>
          {duplicates.length === 1 ? 'Merge' : `Merge ${duplicates.length} incidents`}
        </Button>
      </DialogFooter>
    </>
  );
}

export function MergeForm({ subjects, onMerge, onCancel }: MergeFormProps) {
  const [q, setQ] = useState('');
  const [leader, setLeader] = useState<LeaderChoice>();
  const text = useDebounced(q, SEARCH_MS);
  const { data = [], isFetching } = useQuery(leadersQuery(text));
  if (leader)
    return (
      <Preview
        subjects={subjects}
        leader={leader}
        onMerge={onMerge}
        onBack={() => setLeader(undefined)}
      />
    );
  const choices = leaderChoices(subjects, data, q);
  return (
    <ChoiceField
      label="Leader"
      placeholder="Words or id of the leader"
      choices={choices.map(({ incident, group }) => ({
        value: incident.id,
        label: incident.short_description,
        detail: incident.id,
        group,
      }))}
      onSearch={setQ}
      emptyText={isFetching ? 'Searching…' : 'No open incident matches.'}
      onChoose={(id) => setLeader(choices.find(({ incident }) => incident.id === id)?.incident)}
      onCancel={onCancel}
    />
  );
}
