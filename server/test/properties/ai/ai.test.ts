import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';

testShort(propertyTests['ai-rights']);
testShort(propertyTests['ai-freshness']);
testShort(propertyTests['ai-cache-verdicts']);
