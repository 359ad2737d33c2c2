// npm run proof:alertmanager
import { runProof } from '../support/report.ts';
import { findAlertmanager, proveAlertmanager } from './alertmanager.ts';

const binary = findAlertmanager();
if (binary === undefined) throw new Error('There is no Alertmanager here, and none to be fetched.');
await runProof('alertmanager', () => proveAlertmanager(binary));
