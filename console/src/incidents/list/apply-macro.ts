export { applyMacroTo } from '../../records/index.ts';
