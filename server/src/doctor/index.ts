/** Loaded by its command only; a start needs the check of the pooler. */
export const loadDoctor = () => import('./doctor.ts');
export { requireUsablePooler } from './pooler.ts';
