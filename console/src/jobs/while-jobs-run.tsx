// In the rail: jobs concern those who look after the jobs of all, and others while one of theirs runs.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRunningQuery, type Me, reachesAll } from '../api/index.ts';

export function WhileJobsRun({ me, children }: { me: Me; children: ReactNode }) {
  const seesAll = reachesAll(me, 'jobs.read');
  const { data: isRunning = false } = useQuery({ ...isRunningQuery, enabled: !seesAll });
  return seesAll || isRunning ? children : null;
}
