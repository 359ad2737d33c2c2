// Dialogs, and the sheet of a narrow screen. They return the focus when they close.
import type { ReactNode } from 'react';
import { dialogPart } from '../kit/index.tsx';
import styles from './overlays.module.css';

export const Dialog = dialogPart((parts) => parts.Dialog);

export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className={styles.footer}>{children}</div>
);

/** The rail on a narrow screen. */
export const Sheet = dialogPart((parts) => parts.Sheet);
