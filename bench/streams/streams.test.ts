import { after } from 'node:test';
import { killRest } from '../../server/test/support/processes.ts';
import { testShort } from '../../server/test/support/scaled-tests.ts';
import { benchmarks } from '../benchmarks.ts';

after(killRest);

testShort(benchmarks['streams-slow-commits']);
