import { testShort } from '../../server/test/support/scaled-tests.ts';
import { benchmarks } from '../benchmarks.ts';

testShort(benchmarks.ai);
testShort(benchmarks['ai-cache']);
testShort(benchmarks['ai-hits']);
testShort(benchmarks['ai-answers']);
testShort(benchmarks['ai-suggestions']);
