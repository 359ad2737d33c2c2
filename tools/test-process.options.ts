// The processes of `npm test` are started with these options.
import { fileURLToPath } from 'node:url';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export const testProcess = pathOf('test-process.ts');

export const testProcessOptions: readonly string[] = [
  `--import=${new URL('test-context.ts', import.meta.url).href}`,
  `--test-reporter=${pathOf('test-reporter.ts')}`,
  '--test-reporter-destination=stdout',
  // Requests make many objects that die soon, so a larger young generation is collected less often.
  '--max-semi-space-size=64',
];
