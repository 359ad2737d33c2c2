// `npm run test:security -- NAME` takes the sizes of the test as options; see security-tests.ts.
import { runScaled } from '../support/scaled-tests.ts';
import { securityTests } from './security-tests.ts';

await runScaled('test:security', securityTests);
