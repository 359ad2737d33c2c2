// If-Match and If-None-Match compare ETags. The ETag of a record is its version.
import { ApiError } from '../../errors.ts';
import { etagOf } from '../request/context.ts';

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** Compares strongly: a weak tag never matches. */
const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || tagsOf(header).includes(etag);

export const isUnchanged = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  matches(ifNoneMatch.replaceAll('W/', ''), etag);

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
