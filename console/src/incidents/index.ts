export { startQueueUpdates } from './queue/queue.live.ts';
export { defaultSearch, queueRouteOptions } from './queue/queue.route.ts';
export { RailViews } from './queue/views/rail-views.tsx';
export { recordRouteOptions } from './record/record.route.ts';
