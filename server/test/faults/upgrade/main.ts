// npm run proof:upgrade
import { killRest } from '../../support/processes.ts';
import { runProof } from '../../support/report.ts';
import { proveUpgrade } from './upgrade.ts';

await runProof('upgrade', proveUpgrade).finally(killRest);
process.exit();
