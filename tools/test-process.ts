// A process of npm test: declares each file that it is sent as a suite, so that the hooks and tests at the top of the
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
// A test that failed may have left a server open, and the process would never end by itself.
process.on('disconnect', () => process.exit());
