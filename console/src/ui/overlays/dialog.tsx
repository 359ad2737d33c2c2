// Dialogs and sheets return the focus when they close.
import type { ReactNode } from 'react';
import { dialogPart } from '../kit/index.tsx';
import styles from './overlays.module.css';

export const Dialog = dialogPart((parts) => parts.Dialog);

export const DialogFields = ({ children }: { children: ReactNode }) => (
  <div className={styles.fields}>{children}</div>
);

export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className={styles.footer}>{children}</div>
);

/** A sheet covers one side of the page. */
export const Sheet = dialogPart((parts) => parts.Sheet);
