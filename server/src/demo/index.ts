export { configureDemonstration, openDemonstration } from './demo.ts';
export { seedEmbedded, seedEmpty } from './demo.seed.ts';
