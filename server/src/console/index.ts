export { registerConsole } from './console.pages.ts';
