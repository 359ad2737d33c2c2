// A short message with at most one action, such as Undo.
import { notifications } from '@mantine/notifications';
import { Button } from '../forms/button.tsx';
import styles from './overlays.module.css';
import layout from '../layout/layout.module.css';

interface ToastOptions {
  id?: string;
  action?: { label: string; run: () => void };
  tone?: 'plain' | 'red';
  forMs?: number;
}

/** The message that is shown under a name; a later one replaces it. */
const shownBy = new Map<string, string>();

export const hideToast = (id: string): void => {
  const shown = shownBy.get(id);
  if (shown !== undefined) notifications.hide(shown);
  shownBy.delete(id);
};

export function toast(
  text: string,
  { id, action, tone = 'plain', forMs = 8000 }: ToastOptions = {},
): void {
  if (id !== undefined) hideToast(id);
  const shown = notifications.show({
    autoClose: forMs,
    withBorder: false,
    ...(tone === 'red' && { color: 'var(--red)' }),
    classNames: { root: styles.toast, description: styles.toastText },
    role: tone === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <span className={layout.spread}>
        <span>{text}</span>
        {action && (
          <Button
            look="quiet"
            onClick={() => {
              notifications.hide(shown);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </span>
    ),
  });
  if (id !== undefined) shownBy.set(id, shown);
}
