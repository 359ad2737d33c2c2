// Shows what somebody leaves behind, with the button that hands the records over.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { faultOf, type OpenWork, openWorkQuery } from '../../api/index.ts';
import { RecordLink } from '../../records/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { RecordSection } from '../form/record-section.tsx';
import { HandOver } from './hand-over.tsx';
import styles from './work.module.css';

const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  incident: ['incident', 'incidents'],
  change: ['change', 'changes'],
  request: ['service request', 'service requests'],
  task: ['task', 'tasks'],
};

const countText = (type: string, count: number): string => {
  const [one, many] = nouns[type] ?? [type, `${type}s`];
  return `${count} ${count === 1 ? one : many}`;
};

type Type = 'incident' | 'change' | 'request';
/** A task has no page of its own. */
const isKnown = (type: string): type is Type => type !== 'task' && type in nouns;

interface Listed {
  id: string;
  title: string;
}

function Records({ type, total, data }: { type: string; total: number; data: readonly Listed[] }) {
  return (
    <ul className={styles.records}>
      {data.map(({ id, title }) => (
        <li key={id}>
          {isKnown(type) ? (
            <RecordLink type={type} id={id} name={`${id} ${title}`} />
          ) : (
            `${id} ${title}`
          )}
        </li>
      ))}
      {total > data.length && <li>… and {total - data.length} more</li>}
    </ul>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={styles.part}>
    <summary>{title}</summary>
    {children}
  </details>
);

const webhookPages = {
  outbound: '/webhooks/outbound/$id',
  inbound: '/webhooks/inbound/$id',
} as const;

const Webhooks = ({ webhooks }: Pick<OpenWork, 'webhooks'>) => (
  <ul className={styles.records}>
    {webhooks.map(({ direction, id, name, status, ends_at: endsAt }) => (
      <li key={id}>
        <Link to={webhookPages[direction]} params={{ id }}>
          {name}
        </Link>{' '}
        <small>
          {direction}, {status}
          {endsAt !== null && (
            <>
              , until <Instant at={endsAt} />
            </>
          )}
        </small>
      </li>
    ))}
  </ul>
);

function Parts({ work }: { work: OpenWork }) {
  const { records, approvals, only_member_of: groups, webhooks } = work;
  return (
    <>
      {records.map(({ type, total, data }) => (
        <Part key={type} title={`${countText(type, total)} assigned`}>
          <Records type={type} total={total} data={data} />
        </Part>
      ))}
      {approvals.map(({ type, total, others, data }) => (
        <Part
          key={type}
          title={`${countText(type, total)} to decide, also by ${others} ${others === 1 ? 'other' : 'others'}`}
        >
          <Records type={type} total={total} data={data} />
        </Part>
      ))}
      {groups.length > 0 && (
        <Part
          title={`The only member of ${groups.length === 1 ? 'a group' : `${groups.length} groups`}`}
        >
          <ul className={styles.records}>
            {groups.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </Part>
      )}
      {webhooks.length > 0 && (
        <Part title={webhooks.length === 1 ? '1 webhook' : `${webhooks.length} webhooks`}>
          <Webhooks webhooks={webhooks} />
        </Part>
      )}
    </>
  );
}

export function OpenWorkSection({ userId }: { userId: string }) {
  const { data: work, error, refetch } = useQuery(openWorkQuery(userId));
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  const total = work?.records.reduce((sum, one) => sum + one.total, 0) ?? 0;
  const isNothing =
    work !== undefined &&
    [work.records, work.approvals, work.only_member_of, work.webhooks].every(
      (part) => part.length === 0,
    );
  return (
    <RecordSection title="Open work">
      {!work && <SkeletonBar width="60%" />}
      {isNothing && <p className={styles.none}>Nothing is left to hand over.</p>}
      {work && <HandOver user={work.user} total={total} />}
      {work && <Parts work={work} />}
    </RecordSection>
  );
}
