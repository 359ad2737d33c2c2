// The drawer shows who changed a record, when, by which request, and each field before and after; for a run of
// entries, their records.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Entry, fieldsQuery } from '../../api/index.ts';
import { Facts } from '../../records/index.ts';
import { FieldDiff } from '../../ui/diff/field-diff.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { exactTime } from '../../ui/marks/time.ts';
import type { AuditRow } from './audit.fold.ts';
import styles from './audit.module.css';
import { changedField, changedValue } from './audit.values.ts';
import { changesOf, kindText, pageOf } from './audit.words.ts';

const RecordName = ({ entry }: { entry: Entry }) => {
  const page = pageOf(entry);
  return page ? <Link {...page}>{entry.record.id}</Link> : entry.record.id;
};

const Run = ({ run }: { run: readonly Entry[] }) => (
  <ul className={styles.run}>
    {run.map((entry) => (
      <li key={entry.id}>
        <RecordName entry={entry} />
        <Instant at={entry.at} />
      </li>
    ))}
  </ul>
);

/** Changes of access name the network address and the client of their request. */
const originText = ({ address, client }: NonNullable<Entry['origin']>): string =>
  client === null ? address : `${address}, ${client}`;

export const AuditEntry = ({ entry }: { entry: AuditRow }) => {
  const changes = changesOf(entry);
  const { type } = entry.record;
  useQuery(fieldsQuery(type));
  if (entry.run)
    return (
      <article className={styles.entry}>
        <h2>{`${kindText(entry.kind)}, ${entry.run.length} times`}</h2>
        <Facts facts={[['By', entry.actor]]} />
        <Run run={entry.run} />
      </article>
    );
  return (
    <article className={styles.entry}>
      <h2>{kindText(entry.kind)}</h2>
      <Facts
        facts={[
          ['Record', <RecordName key="record" entry={entry} />],
          ['By', entry.actor],
          ['When', exactTime(entry.at)],
          ...(entry.origin ? ([['From', originText(entry.origin)]] as const) : []),
          ['Request id', <code key="request">{entry.request_id}</code>],
        ]}
      />
      {changes.length > 0 ? (
        <FieldDiff
          changes={changes}
          labelOf={(field) => changedField(field, type)}
          wordsOf={(field, value) => changedValue(field, value, type)}
        />
      ) : (
        <p className={styles.none}>No field changed.</p>
      )}
    </article>
  );
};
