// The links of a record are loaded with the first page that shows them.
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';

export const LinksPanel = partOf(lazyModule(() => import('./links-panel.tsx')))(
  (parts) => parts.LinksPanel,
);
