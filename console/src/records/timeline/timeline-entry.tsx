import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import {
  type Link,
  type NotedRef,
  type RecordRef,
  type RecordType,
  type TimelineEntry,
  timelineOf,
} from '../../api/index.ts';
import { WebhooksIcon } from '../../ui/icons.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { PersonMark } from '../../ui/marks/person.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import {
  customField,
  fieldLabel,
  isLongField,
  usePersonNames,
  valueText,
} from '../../words/index.ts';
import { linkText } from '../related/link.words.ts';
import { RecordLink } from '../links/record-link.tsx';
import { Attachments } from './attachments.tsx';
import { EditedText } from './edited-text.tsx';
import { NoteVisibility } from './note-visibility.tsx';
import { RepeatedAlert } from './repeated-alert.tsx';
import {
  actorText,
  causeText,
  deliveryTone,
  eventText,
  foldText,
  holdEndText,
  holdSetterIn,
  isHoldEnd,
  linkIn,
  replyText,
  slaText,
} from './timeline.words.ts';
import type { FieldChange, TimelineItem } from './timeline.items.ts';
import styles from './timeline.module.css';

function Actor({ entry }: { entry: TimelineEntry }) {
  const { name, hover } = actorText(entry, usePersonNames());
  if (!entry.via)
    return (
      <b className={styles.actor}>
        <PersonMark name={name} email={hover} />
      </b>
    );
  return (
    <b className={styles.actor} title={hover}>
      <WebhooksIcon />
      {name}
    </b>
  );
}

/** The values of these fields are ids of other records. */
const linked: Readonly<Record<string, RecordType>> = {
  ci_id: 'ci',
  ci_ids: 'ci',
  change_id: 'change',
  incident_ids: 'incident',
  merged_into: 'incident',
};

const linkedType = (field: string, recordType: string): RecordType | undefined =>
  customField(field, recordType)?.type === 'ci' ? 'ci' : linked[field];

interface ValueProps {
  field: string;
  value: unknown;
  recordType: string;
}

function Value({ field, value, recordType }: ValueProps) {
  const type = linkedType(field, recordType);
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
  if (!type || ids.length === 0) return valueText(field, value, recordType);
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <RecordLink type={type} id={id} />
    </Fragment>
  ));
}

interface ChangeProps {
  change: FieldChange;
  recordType: string;
}

/** Values may be people, so their names are followed. */
function Change({ change: { field, from, to }, recordType }: ChangeProps) {
  usePersonNames();
  return (
    <span className={styles.change}>
      {fieldLabel(field, recordType)}{' '}
      <i>
        <Value field={field} value={from} recordType={recordType} />
      </i>
      <span aria-label="to"> → </span>
      <b>
        <Value field={field} value={to} recordType={recordType} />
      </b>
    </span>
  );
}

/** A reply, or the end of a hold, explains these changes. */
const movedByCause = new Set(['state', 'on_hold_reason', 'on_hold_until', 'reopen_count']);

const isMovedByCause = (entry: TimelineEntry): boolean =>
  replyText(entry) !== undefined || isHoldEnd(entry);

/** The entry that set the time is among those that the timeline has read. */
function HoldEnd({ entry }: { entry: TimelineEntry }) {
  const nameOf = usePersonNames();
  const { data } = useInfiniteQuery(timelineOf(entry.record as RecordRef));
  const setter = holdSetterIn(entry, data?.pages.flatMap((page) => page.entries) ?? []);
  return <span className={styles.change}>{holdEndText(setter && nameOf(setter))}</span>;
}

function Reply({ entry }: { entry: TimelineEntry }) {
  const nameOf = usePersonNames();
  const text = replyText(entry);
  if (text === undefined) return null;
  return (
    <span className={styles.change}>
      {entry.note && <b>{nameOf(entry.actor)} </b>}
      {text}
    </span>
  );
}

const Changes = ({ changes, entry }: { changes: readonly FieldChange[]; entry: TimelineEntry }) => (
  <>
    <Reply entry={entry} />
    {changes
      .filter(({ field }) => !isLongField(field, entry.record.type))
      .filter(({ field }) => !isMovedByCause(entry) || !movedByCause.has(field))
      .map((change) => (
        <Change key={change.field} change={change} recordType={entry.record.type} />
      ))}
    {causeText(entry) !== undefined && <span className={styles.sla}>{causeText(entry)}</span>}
    {entry.sla && <span className={styles.sla}>{slaText(entry.sla.state)}</span>}
    {changes
      .filter(({ field }) => isLongField(field, entry.record.type))
      .map((change) => (
        <EditedText key={change.field} change={change} recordType={entry.record.type} />
      ))}
  </>
);

function Note({
  record,
  item: { entry, changes },
}: {
  record: RecordRef;
  item: Extract<TimelineItem, { kind: 'note' }>;
}) {
  const { note } = entry;
  if (!note) return null;
  // The timeline of a leader also has the notes of its duplicates.
  const isOfOther = entry.record.id !== record.id;
  return (
    <li className={styles.note} data-visibility={note.visibility}>
      <div className={styles.noteHead}>
        <Actor entry={{ ...entry, actor: note.author }} />
        <NoteVisibility visibility={note.visibility} />
        {isOfOther && (
          <span className={styles.origin}>
            in <RecordLink type="incident" id={entry.record.id} />
          </span>
        )}
        <span className={styles.time}>
          <Instant at={entry.at} />
        </span>
      </div>
      <LazyMarkdown text={note.body} />
      <Attachments
        record={(isOfOther ? entry.record : record) as NotedRef}
        noteId={note.id}
        attachments={note.attachments}
      />
      {changes.length > 0 && (
        <div className={styles.noteChanges}>
          <Changes changes={changes} entry={entry} />
        </div>
      )}
    </li>
  );
}

const Line = ({
  at,
  tone,
  children,
}: {
  at: string;
  tone?: string | undefined;
  children: ReactNode;
}) => (
  <li className={styles.line} data-tone={tone}>
    <div className={styles.text}>{children}</div>
    <span className={styles.time}>
      <Instant at={at} />
    </span>
  </li>
);

const Delivery = ({ entry: { delivery, at } }: { entry: TimelineEntry }) =>
  delivery && (
    <li data-tone={deliveryTone(delivery.status)}>
      <span>
        {delivery.webhook_name} · {delivery.event} · {delivery.status}
        {delivery.last_status !== null && ` (${delivery.last_status})`}
      </span>
      <Instant at={at} />
    </li>
  );

function Mail({ entry: { notification, at, kind } }: { entry: TimelineEntry }) {
  const nameOf = usePersonNames();
  const recipients = notification?.recipients ?? [];
  return (
    <li>
      <span title={recipients.join(', ')}>
        {kind === 'notification.suppressed' ? 'not sent to ' : 'sent to '}
        {recipients.map((address) => nameOf(address)).join(', ')}
      </span>
      <Instant at={at} />
    </li>
  );
}

const Fold = ({ item: { fold, entries } }: { item: Extract<TimelineItem, { kind: 'fold' }> }) => (
  <li className={styles.line}>
    <details className={styles.fold}>
      <summary>{foldText(fold, entries)}</summary>
      <ul>
        {entries.map((entry) =>
          fold === 'delivery' ? (
            <Delivery key={entry.id} entry={entry} />
          ) : (
            <Mail key={entry.id} entry={entry} />
          ),
        )}
      </ul>
    </details>
    <span className={styles.time}>{entries[0] && <Instant at={entries[0].at} />}</span>
  </li>
);

const LinkLine = ({ entry, link, verb }: { entry: TimelineEntry; link: Link; verb: string }) => (
  <Line at={entry.at} tone="change">
    <Actor entry={entry} /> {verb}: {linkText(link)}{' '}
    <RecordLink type={link.record.type} id={link.record.id} />
  </Line>
);

export function TimelineEntryItem({ record, item }: { record: RecordRef; item: TimelineItem }) {
  if (item.kind === 'note') return <Note record={record} item={item} />;
  if (item.kind === 'fold') return <Fold item={item} />;
  if (item.kind === 'repeats')
    return (
      <RepeatedAlert
        entries={item.entries}
        renderNote={(one) => (
          <Note key={one.id} record={record} item={{ kind: 'note', entry: one, changes: [] }} />
        )}
      />
    );
  const { entry } = item;
  if (item.kind === 'change')
    return (
      <Line at={entry.at} tone="change">
        {isHoldEnd(entry) ? <HoldEnd entry={entry} /> : <Actor entry={entry} />}{' '}
        <Changes changes={item.changes} entry={entry} />
      </Line>
    );
  const linkEntry = linkIn(entry);
  if (linkEntry) return <LinkLine entry={entry} {...linkEntry} />;
  const { text, tone, hasActor } = eventText(entry);
  return (
    <Line at={entry.at} tone={tone}>
      {hasActor && <Actor entry={entry} />} {text}
    </Line>
  );
}
