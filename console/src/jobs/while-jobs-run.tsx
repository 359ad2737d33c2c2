// The rail shows jobs to people who may read all jobs, and to others while one of their own runs.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRunningQuery, type Me, reachesAll } from '../api/index.ts';

export function WhileJobsRun({ me, children }: { me: Me; children: ReactNode }) {
  const seesAll = reachesAll(me, 'jobs.read');
  const { data: isRunning = false } = useQuery({ ...isRunningQuery, enabled: !seesAll });
  return seesAll || isRunning ? children : null;
}
