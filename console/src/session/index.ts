export { page } from './page.ts';
export type { PersonStorage } from './person-storage.ts';
export { openPersonStorage, session, startSession } from './session.ts';
