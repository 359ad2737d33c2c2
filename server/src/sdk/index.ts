export { registerSdk } from './sdk.pages.ts';
