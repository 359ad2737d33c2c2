// npm run test:console -- NAME, with the sizes of the test as options; see console-tests.ts.
import { runScaled } from '../../../server/test/support/scaled-tests.ts';
import { consoleTests } from './console-tests.ts';

await runScaled('test:console', consoleTests);
