// The page of an incident: header, description, timeline with composer, and what belongs to it on the right.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { type Incident, incidentQuery, queryClient } from '../../api/index.ts';
import { live, useSharedPresence } from '../../live/index.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ConflictPanel } from './saving/conflict-panel.tsx';
import { RecordHeader } from './header/header.tsx';
import { RecordBody } from './record-body.tsx';
import { RecordDialogs } from './record-dialogs.tsx';
import { RecordSkeleton } from './record-skeleton.tsx';
import styles from './record.module.css';
import { refreshParts } from './saving/save-record.ts';
import { TransitionPanel } from './header/transition-panel.tsx';
import { useRecordPage } from './use-record-page.ts';

const route = getRouteApi('/incidents/$id');

/** While the stream of events is not connected. */
const POLL_MS = 10_000;
const ONE_COLUMN = '(width < 1100px)';

function Record({ incident }: { incident: Incident }) {
  const { id, version } = incident;
  const page = useRecordPage(incident);
  const hasTabs = useMedia(ONE_COLUMN);
  const isEditing = page.editing !== undefined || page.asked !== undefined;
  useSharedPresence('incident', id, isEditing ? 'editing' : 'viewing');
  useEffect(() => {
    void refreshParts(id);
  }, [id, version]);
  return (
    <div className={styles.record}>
      <div className={styles.sticky}>
        <RecordHeader incident={incident} page={page} />
        <TransitionPanel incident={incident} page={page} />
        {page.actions.conflict && (
          <ConflictPanel conflict={page.actions.conflict} actions={page.actions} />
        )}
      </div>
      <RecordBody incident={incident} page={page} hasTabs={hasTabs} />
      <RecordDialogs incident={incident} page={page} />
    </div>
  );
}

export function RecordPage() {
  const { id } = route.useParams();
  const { isLive } = useSyncExternalStore(live.subscribe, live.status);
  const { data } = useQuery({ ...incidentQuery(id), refetchInterval: !isLive && POLL_MS });
  // Events of the record itself reach it through the cache.
  useEffect(
    () =>
      live.onGap(
        () => void queryClient.invalidateQueries({ queryKey: incidentQuery(id).queryKey }),
      ),
    [id],
  );
  return data ? <Record key={id} incident={data} /> : <RecordSkeleton />;
}
