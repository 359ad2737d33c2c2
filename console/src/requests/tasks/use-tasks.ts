// The tasks of a request follow the events of tasks: one that is finished makes others ready.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { faultOf, requestTasksQuery } from '../../api/index.ts';
import { live } from '../../live/index.ts';
import { refreshRecord } from '../../records/index.ts';

const requestOf = (data: object): unknown => (data as { request_id?: string }).request_id;

export function useTasks(id: string) {
  const { data, error } = useQuery(requestTasksQuery(id));
  useEffect(
    () =>
      live.onEvent(({ record, data: fields }) => {
        // The request has counts of its tasks.
        if (record.type === 'task' && requestOf(fields) === id)
          void refreshRecord({ type: 'request', id });
      }),
    [id],
  );
  return { tasks: data, fault: error ? faultOf(error) : undefined };
}
