export { ErrorPage, NotFoundPage } from './error-page.tsx';
export type { RailPage } from './pages.ts';
export { Shell } from './shell.tsx';
