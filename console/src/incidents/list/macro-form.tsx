export { MacroForm } from '../../records/index.ts';
