// The short forms of the SDK's fault tests, at the same time: they mostly wait.
import { describe } from 'node:test';
import { faultTests } from '../../../server/test/faults/fault-tests.ts';
import { testShort } from '../../../server/test/support/scaled-tests.ts';

describe('Faults between the SDK and an instance', { concurrency: true }, () => {
  testShort(faultTests.sdk);
  testShort(faultTests.tokens);
});
