// The records that a person opened last come first.
import { isRecordKind, type NamedRecord } from './searched-types.ts';

export interface RecentRecord extends NamedRecord {
  title: string;
  state?: string;
}

const MAX_RECENTS = 8;

export const isSameRecord = (one: NamedRecord, other: NamedRecord | undefined): boolean =>
  one.type === other?.type && one.id === other.id;

export const withoutRecent = (
  recents: readonly RecentRecord[],
  record: NamedRecord,
): RecentRecord[] => recents.filter((one) => !isSameRecord(one, record));

export const withRecent = (
  recents: readonly RecentRecord[],
  record: RecentRecord,
): RecentRecord[] => [record, ...withoutRecent(recents, record)].slice(0, MAX_RECENTS);

const isRecent = (value: unknown): value is RecentRecord => {
  if (typeof value !== 'object' || value === null) return false;
  const { type, id, title, state = '' } = value as Partial<Record<keyof RecentRecord, unknown>>;
  const areTexts = [type, id, title, state].every((one) => typeof one === 'string');
  return areTexts && isRecordKind(type as string);
};

/** An earlier version of the console, or a person, may have stored something else. */
export const readRecents = (stored: unknown): RecentRecord[] =>
  Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENTS) : [];
