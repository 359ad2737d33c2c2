// `npm run test:properties -- NAME` takes the sizes of the test as options; see property-tests.ts.
import { runScaled } from '../support/scaled-tests.ts';
import { propertyTests } from './property-tests.ts';

await runScaled('test:properties', propertyTests);
