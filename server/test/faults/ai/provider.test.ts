import { after } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { faultTests } from '../fault-tests.ts';

after(killRest);

testShort(faultTests['ai-provider']);
