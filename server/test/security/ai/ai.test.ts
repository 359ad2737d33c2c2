import { after, describe } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { securityTests } from '../security-tests.ts';

after(killRest);

describe('Attacks on AI assistance', () => {
  testShort(securityTests.injections);
});
