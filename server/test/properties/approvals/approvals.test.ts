import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';

testShort(propertyTests.approvals);
