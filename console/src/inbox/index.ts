export { InboxBell } from './bell.tsx';
