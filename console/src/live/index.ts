export { live, startLive } from './live.ts';
export { startPresence, usePresent, useSharedPresence } from './presence.ts';
export { startUnread } from './unread.ts';
