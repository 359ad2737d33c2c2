// Each stage of a service request names the person who moved it there.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ServiceRequest, timelineOf } from '../api/index.ts';
import { Person } from '../lists/index.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { Stages } from '../ui/marks/stages.tsx';
import { type RequestStage, requestStages } from './request-stages.ts';

const detailOf = ({ label, status, by, due }: RequestStage) => {
  if (by !== undefined) return <Person email={by} />;
  if (status === 'current' && label === 'Approved') return 'waiting for a decision';
  return due === undefined ? undefined : (
    <>
      needed <Instant at={due} />
    </>
  );
};

export function RequestStages({ request }: { request: ServiceRequest }) {
  const { data } = useInfiniteQuery(timelineOf({ type: 'request', id: request.id }));
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Stages
      label="Stages of the request"
      stages={requestStages(request, entries).map((stage) => ({
        ...stage,
        detail: detailOf(stage),
      }))}
    />
  );
}
