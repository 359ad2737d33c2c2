export { jobRouteOptions } from './job.route.ts';
export { jobList } from './jobs.list.ts';
export { WhileJobsRun } from './while-jobs-run.tsx';
