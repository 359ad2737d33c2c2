// The record of a page is read with the person who looks at it; one that they may not read is not there for them.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  faultOf,
  isMissing,
  type Me,
  meQuery,
  recordQuery,
  type RecordRef,
  type RecordTypes,
} from '../../api/index.ts';
import { useLiveRecord } from '../../records/index.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { RecordSkeleton } from '../../ui/layout/record-skeleton.tsx';

const Missing = () => (
  <EmptyState
    isPage
    title="We cannot find this page"
    actions={<Link to="/home">Go to the start page</Link>}
  >
    The address may be wrong, or this belongs to somebody else. Everything that you reported or
    requested is on the start page.
  </EmptyState>
);

interface OwnRecordProps<T extends 'incident' | 'request'> {
  record: RecordRef<T>;
  children: (record: RecordTypes[T], me: Me) => ReactNode;
}

export function OwnRecord<T extends 'incident' | 'request'>({
  record,
  children,
}: OwnRecordProps<T>) {
  const { data: me } = useQuery(meQuery);
  const { error, refetch } = useQuery(recordQuery(record));
  const found = useLiveRecord(record);
  if (found && me) return children(found, me);
  if (!error) return <RecordSkeleton />;
  return isMissing(error) ? (
    <Missing />
  ) : (
    <ErrorPanel fault={faultOf(error)} isPage onRetry={() => void refetch()} />
  );
}
