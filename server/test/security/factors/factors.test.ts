import { after } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { securityTests } from '../security-tests.ts';

after(killRest);

testShort(securityTests.factors);
