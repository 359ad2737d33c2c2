// The processes of `npm test` are started with these options.
import { fileURLToPath } from 'node:url';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export const testProcess = pathOf('test-process.ts');

export const testProcessOptions: readonly string[] = [
  `--import=${new URL('test-context.ts', import.meta.url).href}`,
  `--test-reporter=${pathOf('test-reporter.ts')}`,
  '--test-reporter-destination=stdout',
  // Four processes have few live objects and make many: a larger young generation saves a tenth of the CPU time.
  '--max-semi-space-size=64',
];
