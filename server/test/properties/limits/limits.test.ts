import { after } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';

after(killRest);

testShort(propertyTests.limits);
