// A saved record may have warnings: its assignee or group may be a mistake.
import { describeWarning, type Warning } from '@signalbox/sdk';
import { fieldLabel } from '../words/index.ts';

/** Other types have no assignee. */
const plurals: Readonly<Record<string, string>> = {
  incident: 'incidents',
  change: 'changes',
  request: 'service requests',
};

/** Returns a sentence for each warning about a record, or about the fields that were sent for it. */
export const warningTexts = (type: string, saved: object, fields: object): string[] => {
  const { warnings = [] } = saved as { warnings?: readonly Warning[] };
  return warnings.map((one) =>
    one.code === 'custom_required'
      ? `${fieldLabel(one.pointer.slice(1).replace('/', '.'), type)} has no value.`
      : describeWarning(one, fields, plurals[type]),
  );
};
