// Dialogs, and the sheet of a narrow screen. They return the focus when they close.
import type { ReactNode } from 'react';
import { dialogPart } from '../kit/index.tsx';
import styles from './overlays.module.css';

export const Dialog = dialogPart((parts) => parts.Dialog);

/** The fields of a dialog, below each other. */
export const DialogFields = ({ children }: { children: ReactNode }) => (
  <div className={styles.fields}>{children}</div>
);

export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className={styles.footer}>{children}</div>
);

/** The rail on a narrow screen. */
export const Sheet = dialogPart((parts) => parts.Sheet);
