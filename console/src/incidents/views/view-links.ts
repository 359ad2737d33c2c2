// The search box names the views of incidents and opens them.
import type { Me, View } from '../../api/index.ts';
import { viewsOf } from './built-in-views.ts';
import { searchOf } from './incident.views.ts';

export const viewLinks = (me: Me, saved: readonly View[]) =>
  [...viewsOf(me), ...saved].map((view) => ({
    id: view.id,
    name: view.name,
    path: '/incidents',
    search: searchOf(view),
  }));
