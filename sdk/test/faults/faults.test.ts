// The gate runs the short form of the SDK's fault test.
import { faultTests } from '../../../server/test/faults/fault-tests.ts';
import { testShort } from '../../../server/test/support/scaled-tests.ts';

testShort(faultTests.sdk);
