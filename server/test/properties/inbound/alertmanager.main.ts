// npm run proof:alertmanager
import { runProof } from '../../support/report.ts';
import { hasAlertmanager, proveAlertmanager } from './alertmanager.ts';

if (!hasAlertmanager()) throw new Error('There is no Alertmanager here, and none to be fetched.');
await runProof('alertmanager', proveAlertmanager);
