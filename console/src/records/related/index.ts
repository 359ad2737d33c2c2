// The people and links of a record are loaded with the first page that shows them.
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';

export const RelatedPanel = partOf(lazyModule(() => import('./related-panel.tsx')))(
  (parts) => parts.RelatedPanel,
);

export const Recipients = partOf(lazyModule(() => import('./recipients.tsx')))(
  (parts) => parts.Recipients,
);
