// These parts cover the page.
export { Dialog, Sheet } from './dialogs.tsx';
