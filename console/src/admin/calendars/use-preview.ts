// Several parts of the form show what the service says about the edited calendar; one request serves them all.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type CalendarDay,
  type CalendarPreview,
  calendarPreviewQuery,
  inputFaultsOf,
} from '../../api/index.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type CalendarValues, previewOf } from './calendars.values.ts';

const EDIT_MS = 300;

interface Preview {
  days: readonly CalendarDay[];
  /** Why the calendar has no preview; null if it has one. */
  error: Error | null;
  /** The days are those of the edited values. */
  isCurrent: boolean;
  /** The values can be sent. */
  isComplete: boolean;
  /** Messages by the JSON pointers of refused values; none while they are edited. */
  faults: ReadonlyMap<string, string>;
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

export function usePreview(values: CalendarValues): Preview {
  const now = JSON.stringify(previewOf(values));
  const settled = useDebounced(now, EDIT_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...calendarPreviewQuery(
      settled === undefined ? undefined : (JSON.parse(settled) as CalendarPreview),
    ),
    placeholderData: keepPreviousData,
  });
  const isSettled = now === settled;
  return {
    days: data?.data ?? [],
    error,
    isCurrent: isSettled && now !== undefined && !isPlaceholderData,
    isComplete: now !== undefined,
    faults: isSettled && error ? inputFaultsOf(error) : NO_FAULTS,
  };
}

/** Returns the message about a value or a part of it. */
export const faultAt = (
  faults: ReadonlyMap<string, string>,
  pointer: string,
): string | undefined => {
  for (const [at, message] of faults)
    if (at === pointer || at.startsWith(`${pointer}/`)) return message;
  return undefined;
};
