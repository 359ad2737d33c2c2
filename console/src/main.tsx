// The console signs in first, then shows the page of the URL.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { faultOf, queryClient, readNames } from './api/index.ts';
import { listenForKeys } from './keys/index.ts';
import { startListUpdates } from './lists/index.ts';
import { startLive, startPresence, startUnread } from './live/index.ts';
import { router } from './routes.tsx';
import { session, startSession } from './session/index.ts';
import { ErrorPanel } from './ui/layout/error-panel.tsx';
import { followRecordLinks } from './ui/reading/record-links.tsx';
import { Theme } from './ui/theme.tsx';
import { readNamesBy } from './words/index.ts';

const root = createRoot(document.querySelector('#root') ?? document.body);

try {
  await startSession();
  listenForKeys();
  readNamesBy(readNames);
  followRecordLinks((path) => router.history.push(path));
  startListUpdates();
  startPresence();
  startUnread();
  startLive(session.subject() ?? 'unknown');
  root.render(
    <Theme>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Theme>,
  );
} catch (error) {
  root.render(
    <Theme>
      <ErrorPanel
        isPage
        fault={{ ...faultOf(error), title: 'Sign-in failed' }}
        onRetry={() => location.replace('/console/')}
      />
    </Theme>,
  );
}
