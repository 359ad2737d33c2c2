// The parts that are built from Mantine, in two modules. They are loaded after the first page, or when the first of
// their parts is shown. Until one has arrived, a mark in the page says that something opens: keys wait for it.
import type { ComponentType } from 'react';
import { type LazyModule, lazyModule } from '../lazy-module.ts';
import { toast } from '../overlays/toast.tsx';

const dialogs = lazyModule(() => import('./dialog-parts.ts'));
const dropdowns = lazyModule(() => import('./dropdown-parts.ts'));

export function preloadKit(): void {
  void dialogs.preload();
  void dropdowns.preload();
}

interface Openable {
  isOpen?: boolean;
  onClose?: () => void;
  onChange?: (isOpen: boolean) => void;
}

/** Stands for a part that was opened and is still loading. */
const Opening = () => <span hidden data-opening />;

const partOf =
  <Parts,>(module: LazyModule<Parts>) =>
  <Props extends object>(pick: (parts: Parts) => ComponentType<Props>) =>
    function KitPart(props: Props) {
      const { isOpen = true, onClose, onChange }: Openable = props;
      const parts = module.useLoaded(isOpen, () => {
        toast('This could not be loaded. Check the connection and try again.', { tone: 'red' });
        onClose?.();
        onChange?.(false);
      });
      if (!parts) return isOpen && <Opening />;
      const Part = pick(parts);
      return <Part {...props} />;
    };

export const dialogPart = partOf(dialogs);
export const dropdownPart = partOf(dropdowns);
