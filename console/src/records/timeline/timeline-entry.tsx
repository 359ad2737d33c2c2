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
import { Instant } from '../../ui/marks/instant.tsx';
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
import { Actor } from './actor.tsx';
import { approvalText } from '../approvals/decision.words.ts';
import { Attachments } from './attachments.tsx';
import { EditedText } from './edited-text.tsx';
import { Fold } from './fold.tsx';
import { NoteVisibility } from './note-visibility.tsx';
import { peopleText } from './people.words.ts';
import { QuotedText } from './quoted-text.tsx';
import { RepeatedAlert } from './repeated-alert.tsx';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partWithin } from '../../ui/lazy-part.tsx';
import { ruleCauseOf } from '../rules/rule.cause.ts';
import { isRecomputed, policyText, RECOMPUTED } from './sla.words.ts';
import {
  causeText,
  eventText,
  holdEndText,
  holdSetterIn,
  isHoldEnd,
  linkIn,
  replyText,
  slaText,
} from './timeline.words.ts';
import type { FieldChange, TimelineItem } from './timeline.items.ts';
import styles from './timeline.module.css';

/** Many records have no entries of rules. */
const rulePart = partWithin(lazyModule(() => import('../rules/rule-entry.tsx')));
const Definition = rulePart((parts) => parts.Definition);
const NoteReason = rulePart((parts) => parts.NoteReason);
const RuleEntry = rulePart((parts) => parts.RuleEntry);

/** The values of these fields are ids of other records. */
const linked: Readonly<Record<string, RecordType>> = {
  ci_id: 'ci',
  ci_ids: 'ci',
  change_id: 'change',
  incident_ids: 'incident',
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
  actor: string;
}

/** A duplicate has one leader, so the one before says where it was taken from. */
const Merge = ({ from, to }: Pick<FieldChange, 'from' | 'to'>) => {
  const leader = to ?? from;
  return (
    <span className={styles.change}>
      {typeof to === 'string' ? 'merged it into ' : 'unmerged it from '}
      {typeof leader === 'string' && <RecordLink type="incident" id={leader} />}
    </span>
  );
};

/** Values may be people, so their names are followed. */
function Change({ change, recordType, actor }: ChangeProps) {
  const { field, from, to } = change;
  const nameOf = usePersonNames();
  const people = peopleText(change, actor, nameOf) ?? approvalText(change, nameOf);
  if (field === 'merged_into') return <Merge from={from} to={to} />;
  const text = people ?? policyText(change, recordType);
  if (text !== undefined) return <span className={styles.change}>{text}</span>;
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

const Texts = ({ changes, recordType }: { changes: readonly FieldChange[]; recordType: string }) =>
  changes
    .filter(({ field }) => isLongField(field, recordType))
    .map((change) => <EditedText key={change.field} change={change} recordType={recordType} />);

const Changes = ({ changes, entry }: { changes: readonly FieldChange[]; entry: TimelineEntry }) => (
  <>
    <Reply entry={entry} />
    {changes
      .filter(({ field }) => !isLongField(field, entry.record.type))
      .filter(({ field }) => !isMovedByCause(entry) || !movedByCause.has(field))
      .map((change) => (
        <Change
          key={change.field}
          change={change}
          recordType={entry.record.type}
          actor={entry.actor}
        />
      ))}
    {causeText(entry) !== undefined && <span className={styles.sla}>{causeText(entry)}</span>}
    {entry.sla && <span className={styles.sla}>{slaText(entry.sla.state)}</span>}
    <Texts changes={changes} recordType={entry.record.type} />
  </>
);

/** A rule is named instead of the service that acts for it. */
function NoteAuthor({ entry, author }: { entry: TimelineEntry; author: string }) {
  const { rule } = entry.cause ?? {};
  if (rule)
    return (
      <span>
        <Definition kind="rule" definition={rule} />
      </span>
    );
  return <Actor entry={{ ...entry, actor: author }} />;
}

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
  const cause = ruleCauseOf(entry);
  return (
    <li className={styles.note} data-visibility={note.visibility}>
      <div className={styles.noteHead}>
        <NoteAuthor entry={entry} author={note.author} />
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
      <QuotedText text={note.quoted?.before} />
      <LazyMarkdown text={note.body} />
      <QuotedText text={note.quoted?.after} />
      <Attachments
        record={(isOfOther ? entry.record : record) as NotedRef}
        noteId={note.id}
        attachments={note.attachments}
      />
      {cause && <NoteReason entry={entry} cause={cause} changes={changes} />}
      {!cause && changes.length > 0 && (
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

const LinkLine = ({ entry, link, verb }: { entry: TimelineEntry; link: Link; verb: string }) => (
  <Line at={entry.at} tone="change">
    <Actor entry={entry} /> {verb}: {linkText(link)}{' '}
    <RecordLink type={link.record.type} id={link.record.id} />
  </Line>
);

function Subject({ entry }: { entry: TimelineEntry }) {
  if (isHoldEnd(entry)) return <HoldEnd entry={entry} />;
  return isRecomputed(entry) ? RECOMPUTED : <Actor entry={entry} />;
}

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
  const cause = ruleCauseOf(entry);
  if (item.kind === 'change' && cause)
    return (
      <Line at={entry.at} tone="accent">
        <RuleEntry entry={entry} cause={cause} changes={item.changes} />
        <Texts changes={item.changes} recordType={entry.record.type} />
      </Line>
    );
  if (item.kind === 'change')
    return (
      <Line at={entry.at} tone="change">
        <Subject entry={entry} /> <Changes changes={item.changes} entry={entry} />
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
