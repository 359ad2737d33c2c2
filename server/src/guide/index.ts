export { registerGuide } from './guide.pages.ts';
