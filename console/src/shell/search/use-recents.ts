// The browser stores which records the person opened last.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isMissing, recordQuery, type RecordTypes } from '../../api/index.ts';
import { openPersonStorage } from '../../session/index.ts';
import {
  isSameRecord,
  readRecents,
  type RecentRecord,
  withoutRecent,
  withRecent,
} from './recents.ts';
import { type NamedRecord, recordAt } from './searched-types.ts';

const NAME = 'recents';
const NO_RECORD: NamedRecord = { type: 'incident', id: '' };

const titleOf = (record: RecordTypes[keyof RecordTypes]): string => {
  if ('short_description' in record) return record.short_description;
  return 'title' in record ? record.title : record.name;
};

const stateOf = (record: RecordTypes[keyof RecordTypes]): string =>
  'state' in record ? record.state : record.status;

/** Leaves out the record whose page is shown. */
export const recentsBeside = (pathname: string): RecentRecord[] =>
  readRecents(openPersonStorage().read(NAME)).filter(
    (one) => !isSameRecord(one, recordAt(pathname)),
  );

/** Stores the record of the page with its current title and state; one that does not exist any more is removed. */
export function useNotedRecents(): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const record = recordAt(pathname);
  // The page reads the record; here its response is only observed.
  const { data, error } = useQuery({ ...recordQuery(record ?? NO_RECORD), enabled: false });
  const [title, state] = data ? [titleOf(data), stateOf(data)] : [];
  const isGone = error !== null && isMissing(error);
  useEffect(() => {
    const opened = recordAt(pathname);
    if (!opened || (!isGone && title === undefined)) return;
    const storage = openPersonStorage();
    const recents = readRecents(storage.read(NAME));
    const next =
      isGone || title === undefined
        ? withoutRecent(recents, opened)
        : withRecent(recents, { ...opened, title, ...(state !== undefined && { state }) });
    storage.write(NAME, next);
  }, [pathname, title, state, isGone]);
}
