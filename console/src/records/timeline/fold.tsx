// Entries of one kind that follow each other are folded into one line, which opens.
import type { TimelineEntry } from '../../api/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { usePersonNames } from '../../words/index.ts';
import { RecordLink } from '../links/record-link.tsx';
import { Actor } from './actor.tsx';
import { deliveryTone, foldText } from './timeline.words.ts';
import type { Fold as FoldKind, TimelineItem } from './timeline.items.ts';
import styles from './timeline.module.css';

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

const DuplicateEntry = ({ entry }: { entry: TimelineEntry }) => (
  <li>
    <span>
      <Actor entry={entry} /> {entry.changes?.['merged_into']?.to === null ? 'unmerged' : 'merged'}{' '}
      <RecordLink type="incident" id={entry.record.id} />
    </span>
    <Instant at={entry.at} />
  </li>
);

const foldedEntries = {
  delivery: Delivery,
  mail: Mail,
  duplicate: DuplicateEntry,
} as const satisfies Record<FoldKind, unknown>;

export function Fold({
  item: { fold, entries },
}: {
  item: Extract<TimelineItem, { kind: 'fold' }>;
}) {
  const Entry = foldedEntries[fold];
  return (
    <li className={styles.line}>
      <details className={styles.fold}>
        <summary>{foldText(fold, entries)}</summary>
        <ul>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
      <span className={styles.time}>{entries[0] && <Instant at={entries[0].at} />}</span>
    </li>
  );
}
