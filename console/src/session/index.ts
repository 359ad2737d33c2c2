export { type Drafts, draftsOf } from './drafts.ts';
export { page } from './page.ts';
export { session, startSession } from './session.ts';
