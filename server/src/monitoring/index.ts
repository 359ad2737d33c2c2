export { measureAtScrape } from './collector.ts';
export { databaseState, lateness } from './measures.ts';
