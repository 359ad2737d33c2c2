export { greeting, openDemonstration } from './demo.ts';
export { seedEmpty, seedOnce } from './demo.seed.ts';
