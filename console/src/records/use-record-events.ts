// Calls back when a record of a type changed, at most once a second.
import { useEffect, useRef } from 'react';
import type { RecordType } from '../api/index.ts';
import { live } from '../live/index.ts';

const INTERVAL_MS = 1000;

export function useRecordEvents(type: RecordType, onEvent: () => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, INTERVAL_MS);
    };
    const stopEvents = live.onEvent(({ record }) => {
      if (record.type === type) soon();
    });
    const stopGaps = live.onGap(soon);
    return () => {
      clearTimeout(timer);
      stopEvents();
      stopGaps();
    };
  }, [type]);
}
