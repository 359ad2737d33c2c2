export { live, startLive } from './live.ts';
