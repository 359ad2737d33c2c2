// Notices say that others have changed or deleted the record of the page. What the reader has typed stays.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing, recordQuery, type RecordRef, type RecordType } from '../../api/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { labelInSentence, usePersonNames } from '../../words/index.ts';
import type { ForeignChange } from './foreign-change.ts';
import { useForeignChange } from './use-foreign-change.ts';
import styles from './record-notices.module.css';

interface ForeignChangeProps {
  change: ForeignChange;
  type: RecordType;
}

/** Names the person, the time and the fields, such as "Changed by Bo (3 m): state, risk." */
export function ForeignChangeText({ change: { by, at, fields }, type }: ForeignChangeProps) {
  const nameOf = usePersonNames();
  return (
    <>
      Changed by {nameOf(by)} (<Instant at={at} />
      ): {fields.map((field) => labelInSentence(field, type)).join(', ')}.
    </>
  );
}

interface NoticesProps<T extends RecordType> {
  record: RecordRef<T>;
  current: { version: number; updated_at: string };
  me: string;
}

function ChangedNotice<T extends RecordType>({ record, current, me }: NoticesProps<T>) {
  // The notice is mounted when an edit begins.
  const [begun] = useState(current);
  const change = useForeignChange(record, {
    hasChanged: current.version > begun.version,
    since: begun.updated_at,
    me,
  });
  return change ? (
    <p className={styles.notice} role="status">
      <ForeignChangeText change={change} type={record.type} /> Your text is kept.
    </p>
  ) : null;
}

interface RecordNoticesProps<T extends RecordType> extends NoticesProps<T> {
  /** The field or the step whose text is being written. */
  editing: string | undefined;
}

export function RecordNotices<T extends RecordType>({ editing, ...rest }: RecordNoticesProps<T>) {
  const { error } = useQuery({ ...recordQuery(rest.record), enabled: false });
  if (isMissing(error))
    return (
      <p className={styles.notice} role="status">
        {rest.record.id} was deleted, or you may no longer read it. This page shows it as it was.
      </p>
    );
  return editing === undefined ? null : <ChangedNotice key={editing} {...rest} />;
}
