// The record that a message belongs to is found by its words or its id; the id in the subject is searched first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Message, searchAllQuery } from '../../api/index.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { idInSubject, subjectText } from './mail.words.ts';
import type { Decisions } from './use-decisions.ts';

const SEARCH_MS = 150;
const PER_TYPE = 8;
/** A shorter text finds too much. */
const MIN_LENGTH = 2;

/** Mail becomes notes of these records. */
const groupLabels: Readonly<Record<string, string>> = {
  incident: 'Incidents',
  request: 'Requests',
};

interface RecordChoiceProps {
  message: Message;
  onChoose: (id: string) => void;
  onCancel: () => void;
}

function RecordChoice({ message, onChoose, onCancel }: RecordChoiceProps) {
  const [text, setText] = useState('');
  const q = useDebounced(text, SEARCH_MS) || (idInSubject(message) ?? '');
  const isLong = q.length >= MIN_LENGTH;
  const { data = [], isFetching } = useQuery({
    ...searchAllQuery(q, PER_TYPE),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  const choices = (isLong ? data : [])
    .filter(({ type }) => type in groupLabels)
    .flatMap(({ type, data: hits }) =>
      hits.map(({ id, title }) => ({
        value: id,
        label: title,
        detail: id,
        group: groupLabels[type],
      })),
    );
  return (
    <ChoiceField
      label="Record"
      placeholder="Words or id of an incident or a request"
      choices={choices}
      onSearch={setText}
      onChoose={onChoose}
      onCancel={onCancel}
      emptyText={isLong && !isFetching ? 'Nothing matches.' : 'Type words or an id.'}
    />
  );
}

export function AttachDialog({ decisions }: { decisions: Decisions }) {
  const { attached, attachTo, cancel } = decisions;
  return (
    <Dialog
      title={attached ? `Attach “${subjectText(attached)}” to…` : ''}
      isOpen={attached !== undefined}
      onClose={cancel}
    >
      {attached && <RecordChoice message={attached} onChoose={attachTo} onCancel={cancel} />}
    </Dialog>
  );
}
