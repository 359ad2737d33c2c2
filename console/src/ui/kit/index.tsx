// Parts that need Mantine are in two modules, which are loaded after the first page, or when one of their parts is
// shown.
import { lazyModule } from '../lazy-module.ts';
import { partOf } from '../lazy-part.tsx';

const dialogs = lazyModule(() => import('./dialog-parts.ts'));
const dropdowns = lazyModule(() => import('./dropdown-parts.ts'));

export function preloadKit(): void {
  void dialogs.preload();
  void dropdowns.preload();
}

export const dialogPart = partOf(dialogs);
export const dropdownPart = partOf(dropdowns);
