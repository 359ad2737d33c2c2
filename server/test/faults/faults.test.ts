// Runs the short form of each test. Tests that mostly wait, for a lease or a heartbeat, run concurrently.
import { after, describe } from 'node:test';
import { killRest } from '../support/processes.ts';
import { testShort } from '../support/scaled-tests.ts';
import { faultTests } from './fault-tests.ts';

after(killRest);

describe('Processes that are killed and stopped', { concurrency: true }, () => {
  testShort(faultTests.crash);
  testShort(faultTests.jobs);
  testShort(faultTests.ledger);
  testShort(faultTests.stopped);
  testShort(faultTests.streams);
  testShort(faultTests['hand-over']);
  testShort(faultTests['resolve-linked']);
  testShort(faultTests.messages);
});

describe('Limits of receivers', () => {
  testShort(faultTests.hostile);
  testShort(faultTests.rotation);
});

describe('The files in deploy/', () => {
  testShort(faultTests.compose);
});
