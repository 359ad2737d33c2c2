// The live region announces at most one sentence in five seconds, the newest.
import { useSyncExternalStore } from 'react';
import layout from '../layout/layout.module.css';

const INTERVAL_MS = 5000;

let text = '';
let next: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(sentence: string): void {
  text = sentence;
  for (const listener of listeners) listener();
  timer = setTimeout(() => {
    timer = undefined;
    const waiting = next;
    next = undefined;
    if (waiting !== undefined) publish(waiting);
  }, INTERVAL_MS);
}

export function announce(sentence: string): void {
  if (timer === undefined) publish(sentence);
  else next = sentence;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const Announcer = () => {
  const sentence = useSyncExternalStore(subscribe, () => text);
  return (
    <div role="status" className={layout.hidden}>
      {sentence}
    </div>
  );
};
