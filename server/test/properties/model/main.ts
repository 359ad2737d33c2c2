// npm run proof:model -- --commands 100000 --clients 8 --seed 1
import { readOptions } from '../../support/options.ts';
import { runProof } from '../../support/report.ts';
import { proveModel } from './prove.ts';

await runProof('model', () => proveModel(readOptions({ commands: 100_000, clients: 8 })));
