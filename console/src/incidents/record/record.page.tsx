// The page of an incident: header, description, timeline with composer, and what belongs to it on the right.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { type Incident, incidentQuery, queryClient, refreshParts } from '../../api/index.ts';
import { live, useSharedPresence } from '../../live/index.ts';
import { ConflictPanel, RecordFrame } from '../../records/index.ts';
import { RecordSkeleton } from '../../ui/layout/record-skeleton.tsx';
import { IncidentHeader } from './header/header.tsx';
import { IncidentBody } from './record-body.tsx';
import { RecordDialogs } from './record-dialogs.tsx';
import { TransitionPanel } from './header/transition-panel.tsx';
import { useRecordPage } from './use-record-page.ts';

const route = getRouteApi('/incidents/$id');

/** While the stream of events is not connected. */
const POLL_MS = 10_000;

function Record({ incident }: { incident: Incident }) {
  const { id, version } = incident;
  const page = useRecordPage(incident);
  const isEditing = page.editing !== undefined || page.asked !== undefined;
  useSharedPresence('incident', id, isEditing ? 'editing' : 'viewing');
  useEffect(() => {
    void refreshParts(id);
  }, [id, version]);
  return (
    <RecordFrame
      top={
        <>
          <IncidentHeader incident={incident} page={page} />
          <TransitionPanel incident={incident} page={page} />
          {page.actions.conflict && (
            <ConflictPanel
              conflict={page.actions.conflict}
              onSettle={page.actions.settle}
              hasFocus
            />
          )}
        </>
      }
    >
      <IncidentBody incident={incident} page={page} />
      <RecordDialogs incident={incident} page={page} />
    </RecordFrame>
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
