export { ErrorPage, NotFoundPage } from './error-page.tsx';
export { forAgents, lazyRouteComponent, pageByRole } from './lazy-page.ts';
export type { RailPage } from './pages.ts';
export { Shell } from './shell.tsx';
