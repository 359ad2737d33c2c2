// All pages share this frame.
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { meQuery, queryClient } from './api/index.ts';
import { commands } from './commands.ts';
import { viewLinks } from './incidents/index.ts';
import { InboxBell } from './inbox/index.ts';
import { railPages } from './rail-pages.tsx';
import { ErrorPage, NotFoundPage, Shell } from './shell/index.ts';

export const rootRoute = createRootRoute({
  loader: () => queryClient.ensureQueryData(meQuery),
  component: function Root() {
    const me = rootRoute.useLoaderData();
    return (
      <Shell
        me={me}
        pages={railPages}
        commands={commands}
        bell={<InboxBell me={me} />}
        viewsOf={viewLinks}
      >
        <Outlet />
      </Shell>
    );
  },
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});
