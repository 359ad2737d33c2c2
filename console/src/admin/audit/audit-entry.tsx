// One audit entry in the drawer: who, when, by which request, and each field before and after.
import { Link } from '@tanstack/react-router';
import type { Entry } from '../../api/index.ts';
import { Facts } from '../../records/index.ts';
import { FieldDiff } from '../../ui/diff/field-diff.tsx';
import { exactTime } from '../../ui/marks/time.ts';
import styles from './audit.module.css';
import { changesOf, fieldLabel, kindText, pageOf } from './audit.words.ts';

const RecordName = ({ entry }: { entry: Entry }) => {
  const page = pageOf(entry);
  return page ? <Link {...page}>{entry.record.id}</Link> : entry.record.id;
};

export const AuditEntry = ({ entry }: { entry: Entry }) => {
  const changes = changesOf(entry);
  return (
    <article className={styles.entry}>
      <h2>{kindText(entry.kind)}</h2>
      <Facts
        facts={[
          ['Record', <RecordName key="record" entry={entry} />],
          ['By', entry.actor],
          ['When', exactTime(entry.at)],
          ['Request id', <code key="request">{entry.request_id}</code>],
        ]}
      />
      {changes.length > 0 ? (
        <FieldDiff changes={changes} labelOf={fieldLabel} />
      ) : (
        <p className={styles.none}>No field changed.</p>
      )}
    </article>
  );
};
