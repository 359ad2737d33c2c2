export { page } from './page.ts';
export { session, type SessionState, startSession } from './session.ts';
