export { createUserCommand, repeatCommand } from './command-line.ts';
export { type PortName, requireFreePorts } from './ports.ts';
export { describeDemonstration, describeInstance, describeStop } from './screens.ts';
