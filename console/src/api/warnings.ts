// A saved record may have warnings: its assignee or group may be a mistake.
import { describeWarning, type Warning } from '@signalbox/sdk';

/** Other types have no assignee. */
const plurals: Readonly<Record<string, string>> = {
  incident: 'incidents',
  change: 'changes',
  request: 'service requests',
};

interface SavedRecord {
  warnings?: readonly Warning[];
}

/** Returns a sentence for each warning about a record, or about the fields that were sent for it. */
export const warningTexts = (
  type: string,
  { warnings = [] }: SavedRecord,
  fields: object,
): string[] => warnings.map((one) => describeWarning(one, fields, plurals[type]));
