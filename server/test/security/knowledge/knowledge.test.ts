import { testShort } from '../../support/scaled-tests.ts';
import { securityTests } from '../security-tests.ts';

testShort(securityTests['hostile-articles']);
