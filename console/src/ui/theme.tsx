// Every page gets the styles, tooltips and toasts.
import type { ReactNode } from 'react';
import { Tips } from './overlays/tip.tsx';
import { Toasts } from './overlays/toast.tsx';
import { startScheme } from './scheme.ts';
import './tokens.css';
import './base.css';

startScheme();

export const Theme = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Tips />
    <Toasts />
  </>
);
