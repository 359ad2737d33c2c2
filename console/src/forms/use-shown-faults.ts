// A fault is shown once its question was left, or the form was sent; nobody is corrected while they type the first time.
import { useState } from 'react';
import { evaluateValues, faultsByKey, type Form, type FormValues } from '../api/index.ts';
import { announce } from '../ui/overlays/announce.tsx';

const none: ReadonlySet<string> = new Set();

export const summaryText = (count: number): string =>
  count === 1 ? 'One answer is not right yet' : `${count} answers are not right yet`;

export function useShownFaults(form: Form, values: FormValues) {
  const [left, setLeft] = useState(none);
  const [isSent, setSent] = useState(false);
  const all = faultsByKey(evaluateValues(form, values).faults);
  return {
    /** Somebody has tried to send the form. */
    isSent,
    faults: isSent ? all : new Map([...all].filter(([key]) => left.has(key))),
    leave: (key: string) => {
      const fault = all.get(key);
      // The focus has gone on, so that screen readers would not read it.
      if (fault !== undefined && !left.has(key) && !isSent) announce(fault);
      setLeft((before) => new Set([...before, key]));
    },
    /** Shows all faults from now on; returns the first one's question, or undefined if there are none. */
    showAll: (): string | undefined => {
      setSent(true);
      if (all.size > 0) announce(`${summaryText(all.size)}.`);
      return [...all.keys()][0];
    },
    reset: () => {
      setSent(false);
      setLeft(none);
    },
  };
}
