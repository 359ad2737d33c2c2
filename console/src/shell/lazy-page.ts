// The files of a page are loaded when it is opened. If they do not arrive, the router would reload the browser and lose
// the page on screen; here it shows an error instead.
import { lazyRouteComponent as lazyComponent } from '@tanstack/react-router';
import { PageLoadError } from '../api/index.ts';

export const lazyRouteComponent: typeof lazyComponent = (importer, exportName) =>
  lazyComponent(
    () =>
      importer().catch((error: unknown) => {
        throw new PageLoadError(error);
      }),
    exportName,
  );
