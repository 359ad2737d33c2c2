export { page } from './page.ts';
export { openPersonStorage, session, startSession } from './session.ts';
