// The record of a page comes from the cache. It is read again after events, and polled more often without the stream.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import {
  countsReads,
  partsKeyOf,
  queryClient,
  recordQuery,
  type RecordRef,
  type RecordType,
} from '../api/index.ts';
import { live } from '../live/index.ts';
import { refreshRecord } from './saving/save-record.ts';

/** Private notes have no event, so the record is polled as well. */
const POLL_MS = 15_000;
const POLL_WITHOUT_STREAM_MS = 10_000;

/** The record that is shown has this change: it was saved here, or read since. */
const isShown = (ref: RecordRef, at: string): boolean =>
  (queryClient.getQueryData(recordQuery(ref).queryKey)?.updated_at ?? '') >= at;

/** Reads the record again unless it was read moments ago. */
const refreshStale = (ref: RecordRef): Promise<void> =>
  queryClient.refetchQueries({ queryKey: recordQuery(ref).queryKey, stale: true });

/** Returns undefined while the record is loading; the loader of the route throws if it does not exist. */
export function useLiveRecord<T extends RecordType>(ref: RecordRef<T>) {
  const { type, id } = ref;
  const { isLive } = useSyncExternalStore(live.subscribe, live.status);
  const { data } = useQuery({
    ...recordQuery(ref),
    refetchInterval: !countsReads(type) && (isLive ? POLL_MS : POLL_WITHOUT_STREAM_MS),
  });
  useEffect(() => {
    const stopEvents = live.onEvent(({ record, timestamp }) => {
      if (record.type !== type || record.id !== id) return;
      if (!countsReads(type) || !isShown({ type, id }, timestamp)) void refreshRecord({ type, id });
    });
    const stopGaps = live.onGap(
      () => void (countsReads(type) ? refreshStale : refreshRecord)({ type, id }),
    );
    return () => {
      stopEvents();
      stopGaps();
    };
  }, [type, id]);
  // The timeline and other parts belong to a version of the record.
  const version = data?.version;
  useEffect(() => {
    if (version !== undefined)
      void queryClient.invalidateQueries({ queryKey: partsKeyOf({ type, id }) });
  }, [type, id, version]);
  return data;
}
