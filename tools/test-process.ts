// A process of `npm test` declares each file that it receives as a suite, so that the top-level hooks and tests of the
// file belong to it. The reporter of this process sends the result when the suite has ended.
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { beginFile } from './test-reporter.ts';

process.on('message', (file: string) => {
  beginFile();
  void describe(file, async () => {
    await import(pathToFileURL(file).href);
  });
});
// A failed test may have left a server open, and then the process would never end by itself.
process.on('disconnect', () => process.exit());
