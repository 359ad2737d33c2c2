export { ActionDialog, type ActionKind } from './action-dialog.tsx';
export { sendDelayed } from '../../keys/index.ts';
export { describePatch, reverseOf } from './patches.ts';
export { saveIncident } from './save-incident.ts';
export { transitionOf } from './transitions.ts';
