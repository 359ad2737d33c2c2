// Runs one fault test: `npm run test:faults -- NAME`, with its sizes as options; see fault-tests.ts.
import { runScaled } from '../support/scaled-tests.ts';
import { faultTests } from './fault-tests.ts';

await runScaled('test:faults', faultTests);
