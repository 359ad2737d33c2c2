export { jobRouteOptions } from './job.route.ts';
export { jobList } from './jobs.list.ts';
