// Actions that others see at once are sent after five seconds, in which they can be taken back. A page that is left
// sends them immediately.
import { hideToast, toast } from '../ui/overlays/toast.tsx';
import { undo } from './undo.ts';

const DELAY_MS = 5000;

interface Waiting {
  send: () => void;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = new Map<string, Waiting>();

function sendNow(id: string): void {
  const entry = waiting.get(id);
  if (!entry) return;
  clearTimeout(entry.timer);
  waiting.delete(id);
  hideToast(id);
  entry.send();
}

addEventListener('pagehide', () => {
  for (const id of waiting.keys()) sendNow(id);
});

/** The result of `send` is reported by the caller. */
export function sendDelayed(id: string, text: string, send: () => void, onUndo?: () => void): void {
  sendNow(id);
  const cancel = () => {
    const entry = waiting.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    waiting.delete(id);
    hideToast(id);
    onUndo?.();
  };
  waiting.set(id, { send, timer: setTimeout(() => sendNow(id), DELAY_MS) });
  undo.offer(cancel);
  toast(`${text} Sent in 5 s.`, { id, action: { label: 'Undo', run: cancel }, forMs: DELAY_MS });
}
