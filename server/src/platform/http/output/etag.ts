// If-Match and If-None-Match compare ETags. The ETag of a record is its version.
import { ApiError, type Fault } from '../../errors.ts';
import { etagOf } from '../request/context.ts';

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** Compares strongly: a weak tag never matches. */
const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || tagsOf(header).includes(etag);

export const isUnchanged = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  matches(ifNoneMatch.replaceAll('W/', ''), etag);

/** Matches one or more ETags (RFC 9110, section 8.8.3), separated by commas. */
const ETAGS =
  /^(?:W\/)?"[!\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t]*(?:W\/)?"[!\x23-\x7e\x80-\xff]*")*$/;

/** A bare number is the version, which people know from the record; undefined for a value of another form. */
export function readIfMatch(header: string | undefined): string | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return etagOf(Number(value));
  return value === '*' || ETAGS.test(value) ? value : undefined;
}

/** A value of another form could never match, so 412 would say that the record has changed. */
export const ifMatchFaults = (header: string | undefined): Fault[] =>
  header === undefined || readIfMatch(header) !== undefined
    ? []
    : [
        {
          in: 'header',
          pointer: '/If-Match',
          code: 'invalid_format',
          message:
            'If-Match must be the ETag of the record, such as "3", its version, such as 3, or *. Several ETags are separated by commas.',
        },
      ];

/** Throws 412 with the fields that changed between the version the caller names and this one. */
export async function requireVersion(
  ifMatch: string | undefined,
  version: number,
  changedSince: (version: number) => Promise<string[]>,
): Promise<void> {
  if (ifMatch === undefined || matches(ifMatch, etagOf(version))) return;
  const named = /^"(\d{1,9})"$/.exec(tagsOf(ifMatch)[0] ?? '')?.[1];
  const changedFields = named === undefined ? [] : await changedSince(Number(named));
  throw new ApiError(
    'version_mismatch',
    changedFields.length > 0
      ? `The record is at version ${version}; ${changedFields.join(', ')} changed since the version in If-Match. Read the record again and repeat your change.`
      : `The record is at version ${version}, not the version in If-Match. Read the record again and repeat your change.`,
    { current_version: version, changed_fields: changedFields },
    { etag: etagOf(version) },
  );
}
