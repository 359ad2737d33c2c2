export { page } from './page.ts';
export { session, startSession } from './session.ts';
