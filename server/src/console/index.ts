export { buildConsole } from './console.build.ts';
export { registerConsole } from './console.pages.ts';
