// The form reads as a sentence: the record of the page, how it is linked, and the other record.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addLink, faultOf, type Link, type LinkedRef, searchAllQuery } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { linkOf, linkOptions, linkText } from './link.words.ts';
import { linkCommands } from './related.keys.ts';
import styles from './related.module.css';

interface AddLinkProps {
  record: LinkedRef;
  known: readonly Link[];
  onAdded: (other: LinkedRef) => void;
}

const SEARCH_MS = 150;
const PER_TYPE = 5;
/** A shorter text finds too much. */
const MIN_LENGTH = 2;

const groupLabels: Readonly<Record<string, string>> = {
  incident: 'Incidents',
  change: 'Changes',
  request: 'Requests',
  ci: 'CIs',
  article: 'Articles',
};

function useFound({ record, known }: AddLinkProps, key: string, text: string) {
  const q = useDebounced(text, SEARCH_MS);
  const isLong = q.length >= MIN_LENGTH;
  const { data = [], isFetching } = useQuery({
    ...searchAllQuery(q, PER_TYPE),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  const sentence = linkText(linkOf(key));
  const taken = new Set(
    known.filter((one) => linkText(one) === sentence).map((one) => one.record.id),
  );
  const found = (isLong ? data : [])
    .filter(({ type }) => type in groupLabels)
    .flatMap(({ type, data: hits }) =>
      hits
        .filter(({ id }) => id !== record.id && !taken.has(id))
        .map(({ id, title }) => ({ type: type as LinkedRef['type'], id, title })),
    );
  return { found, isFetching, isLong };
}

function Fields(props: AddLinkProps & { onDone: () => void }) {
  const { record, onAdded, onDone } = props;
  const [key, setKey] = useState('related_to out');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { found, isFetching, isLong } = useFound(props, key, text);
  const add = async (id: string) => {
    const other = found.find((one) => one.id === id);
    if (!other || isSaving) return;
    setSaving(true);
    try {
      await addLink(record, { ...linkOf(key), record: { type: other.type, id } });
      onAdded(other);
      onDone();
    } catch (error) {
      setFault(faultText(faultOf(error)));
      setSaving(false);
    }
  };
  return (
    <div className={styles.form}>
      <b>{record.id}</b>
      <SelectField
        label="Kind of link"
        value={key}
        options={linkOptions}
        onChange={setKey}
        takesFocus={false}
      />
      <ChoiceField
        label="Other record"
        placeholder="Words or id of the other record"
        choices={found.map(({ type, id, title }) => ({
          value: id,
          label: title,
          detail: id,
          group: groupLabels[type],
        }))}
        onSearch={setText}
        onChoose={(id) => void add(id)}
        onCancel={onDone}
        emptyText={isLong && !isFetching ? 'Nothing matches.' : 'Type words or an id.'}
      />
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

export function AddLink(props: AddLinkProps) {
  const [isOpen, setOpen] = useState(false);
  useCommands(linkCommands, { 'record.addLink': () => setOpen(true) });
  return (
    <Popover
      label={`Link ${props.record.id}`}
      isOpen={isOpen}
      onChange={setOpen}
      target={
        <Button icon={<AddIcon />} keys={['L']} label="Add a link" onClick={() => setOpen(!isOpen)}>
          Add a link
        </Button>
      }
    >
      <Fields {...props} onDone={() => setOpen(false)} />
    </Popover>
  );
}
