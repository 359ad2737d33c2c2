export { diagnose, report } from './doctor.ts';
