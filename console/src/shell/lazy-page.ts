// A page whose files are loaded when it is opened. The router would reload the browser if they do not arrive, and lose
// what is shown; here it is an error that the page shows.
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
