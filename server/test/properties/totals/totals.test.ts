import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';

testShort(propertyTests.totals);
testShort(propertyTests['own-totals']);
testShort(propertyTests['former-addresses']);
