// A module is loaded when the first of its parts is shown. Until then, a mark in the page says that something opens:
// keys wait for it.
import type { ComponentType } from 'react';
import type { LazyModule } from './lazy-module.ts';
import { toast } from './overlays/toast.tsx';

interface Openable {
  isOpen?: boolean;
  onClose?: () => void;
  onChange?: (isOpen: boolean) => void;
}

/** Marks that a part was opened and is still loading. */
const Opening = () => <span hidden data-opening />;

export const partOf =
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

const ignoreFailure = () => undefined;

/** Nothing marks that a part within the page is loading, because it takes no keys. */
export const partWithin =
  <Parts,>(module: LazyModule<Parts>) =>
  <Props extends object>(pick: (parts: Parts) => ComponentType<Props>) =>
    function PagePart(props: Props) {
      const parts = module.useLoaded(true, ignoreFailure);
      if (!parts) return null;
      const Part = pick(parts);
      return <Part {...props} />;
    };
