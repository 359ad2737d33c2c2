export { createUserCommand, type OwnProcess } from './command-line.ts';
export { composeAll, composeIdentity, openDeps, requirePorts, runOnce } from './open.ts';
export type { PartName } from './parts.ts';
export { prepare, prepareAll } from './prepare.ts';
export { runParts, serve } from './run.ts';
export { describeDemonstration, describeInstance, describeStop } from './screens.ts';
export { allowInterrupt, hasTerminal, showProgress } from './terminal.ts';
