// An error of a page or of a part of it says what failed, why, what to do, and the request id to quote.
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import type { Fault } from './fault.ts';
import { CopyIcon, ReloadIcon, WarningIcon } from '../icons.ts';
import styles from './panels.module.css';
import { toast } from '../overlays/toast.tsx';

interface ErrorPanelProps {
  fault: Fault;
  onRetry?: (() => void) | undefined;
  /** The error is the whole page, so its title is the heading of the page. */
  isPage?: boolean;
  /** The actions, such as a link to the list, say where to go next. */
  actions?: ReactNode;
}

const copy = (text: string) => {
  void navigator.clipboard.writeText(text).then(() => toast('Request id copied.'));
};

export const ErrorPanel = ({ fault, onRetry, isPage = false, actions }: ErrorPanelProps) => (
  <div className={styles.panel} role="alert">
    <span className={styles.errorIcon}>
      <WarningIcon />
    </span>
    {isPage ? <h1 tabIndex={-1}>{fault.title}</h1> : <h2>{fault.title}</h2>}
    <p>{fault.detail}</p>
    {fault.advice !== undefined && <p>{fault.advice}</p>}
    <div className={styles.actions}>
      {fault.canRetry && onRetry && (
        <Button variant="primary" icon={<ReloadIcon />} onClick={onRetry}>
          Retry
        </Button>
      )}
      {actions}
      {fault.requestId !== undefined && (
        <Button
          variant="quiet"
          icon={<CopyIcon />}
          label="Copy request id"
          onClick={() => copy(fault.requestId ?? '')}
        >
          <span className={styles.requestId}>{fault.requestId}</span>
        </Button>
      )}
    </div>
  </div>
);
