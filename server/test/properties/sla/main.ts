// npm run proof:sla -- --histories 100000 --served 300 --seed 1
import { readOptions } from '../../support/options.ts';
import { runProof } from '../../support/report.ts';
import { proveSla } from './prove.ts';

await runProof('sla', () => proveSla(readOptions({ histories: 100_000, served: 300 })));
