// A toast is a short message with at most one action, such as Undo.
import { useSyncExternalStore } from 'react';
import { Button } from '../forms/button.tsx';
import { CloseIcon } from '../icons.ts';
import { type Toast, withoutToast, withToast } from './toast.stack.ts';
import styles from './toast.module.css';

interface ToastOptions {
  id?: string;
  action?: { label: string; run: () => void };
  tone?: 'plain' | 'red';
  forMs?: number;
}

let shown: readonly Toast[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function hideToast(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  show(withoutToast(shown, id));
}

export function toast(
  text: string,
  { id = crypto.randomUUID(), action, tone = 'plain', forMs = 8000 }: ToastOptions = {},
): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => hideToast(id), forMs),
  );
  show(withToast(shown, { id, text, tone, action }));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const Message = ({ id, text, tone, action }: Toast) => (
  <div className={styles.toast} data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
    <span>{text}</span>
    {action && (
      <Button
        variant="quiet"
        onClick={() => {
          hideToast(id);
          action.run();
        }}
      >
        {action.label}
      </Button>
    )}
    <button
      type="button"
      className={styles.close}
      aria-label="Dismiss"
      onClick={() => hideToast(id)}
    >
      <CloseIcon />
    </button>
  </div>
);

/** The layer lies above everything else. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className={styles.stack}>
      {toasts.map((one) => (
        <Message key={one.id} {...one} />
      ))}
    </div>
  );
}
