// Actions that others see at once are sent after five seconds, in which they can be undone. A page that is left sends
// them immediately.
import { undo } from './undo.ts';

const DELAY_MS = 5000;

interface DelayedAction {
  send: () => void;
  timer: ReturnType<typeof setTimeout>;
  withdrawUndo: () => void;
}

const waiting = new Map<string, DelayedAction>();

/** Removes the action, so that it waits no longer. */
function take(id: string): DelayedAction | undefined {
  const entry = waiting.get(id);
  if (!entry) return undefined;
  clearTimeout(entry.timer);
  waiting.delete(id);
  entry.withdrawUndo();
  return entry;
}

const sendNow = (id: string): void => take(id)?.send();

addEventListener('pagehide', () => {
  for (const id of waiting.keys()) sendNow(id);
});

/**
 * The caller reports the result of `send`. Returns when it is sent, and how to withdraw it. Without a text no message
 * offers the undo: the page does.
 */
export function sendDelayed(
  id: string,
  text: string | undefined,
  send: () => void,
  onUndo?: () => void,
): { until: number; cancel: () => void } {
  sendNow(id);
  const cancel = () => {
    if (take(id)) onUndo?.();
  };
  const withdrawUndo =
    text === undefined ? () => undefined : undo.offer(`${text} Sending in 5 s.`, cancel, DELAY_MS);
  waiting.set(id, { send, timer: setTimeout(() => sendNow(id), DELAY_MS), withdrawUndo });
  return { until: Date.now() + DELAY_MS, cancel };
}
