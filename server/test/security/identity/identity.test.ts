import { after } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { securityTests } from '../security-tests.ts';

after(killRest);

testShort(securityTests.matrix);
testShort(securityTests.tokens);
testShort(securityTests.rfc9700);
testShort(securityTests['external-sign-in']);
testShort(securityTests.swaps);
testShort(securityTests['own-rule']);
testShort(securityTests['hidden-fields']);
testShort(securityTests.invisible);
testShort(securityTests['search-canaries']);
testShort(securityTests['key-rotation']);
testShort(securityTests.guesses);
testShort(securityTests['account-links']);
testShort(securityTests.pages);
