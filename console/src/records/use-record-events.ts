// Calls back when a record of a type changed, at most once per interval.
import { useEffect, useRef } from 'react';
import type { RecordType } from '../api/index.ts';
import { live } from '../live/index.ts';

const INTERVAL_MS = 1000;

export function useRecordEvents(
  type: RecordType,
  onEvent: () => void,
  intervalMs = INTERVAL_MS,
): void {
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
      }, intervalMs);
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
  }, [type, intervalMs]);
}
