import { after, describe } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { securityTests } from '../security-tests.ts';

after(killRest);

// The first two tests mostly wait for their processes.
describe('Attacks on webhooks', { concurrency: true }, () => {
  testShort(securityTests.secrets);
  testShort(securityTests.ssrf);
  testShort(securityTests.headers);
  testShort(securityTests.forgeries);
});
