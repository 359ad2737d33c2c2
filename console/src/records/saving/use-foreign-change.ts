// The timeline of a record is read once somebody else has changed it during an edit.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RecordRef, timelineOf } from '../../api/index.ts';
import { findForeignChange, type ForeignChange } from './foreign-change.ts';

interface Since {
  /** The timeline is read only if the record has changed. */
  hasChanged: boolean;
  since: string;
  me: string;
}

export function useForeignChange(
  ref: RecordRef,
  { hasChanged, since, me }: Since,
): ForeignChange | undefined {
  const { data } = useInfiniteQuery({ ...timelineOf(ref), enabled: hasChanged });
  if (!hasChanged || !data) return undefined;
  return findForeignChange(
    data.pages.flatMap(({ entries }) => entries),
    since,
    me,
  );
}
