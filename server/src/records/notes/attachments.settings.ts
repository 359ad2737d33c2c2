// Instance settings limit how many bytes may be attached.
import Type, { type TInteger } from 'typebox';
import { object } from '../../platform/http/input/schema.ts';
import type { SettingsSection } from '../../platform/runtime/settings.ts';

const MB = 1024 * 1024;

/** Requesters reach their own records only; `others` are all other callers. */
interface BytesPerDay {
  requesters: number;
  others: number;
}

declare module '../../platform/runtime/settings.ts' {
  interface Settings {
    attachment_bytes_per_day: BytesPerDay;
    attachment_bytes_per_record: number;
  }
}

const bytes = (description: string): TInteger =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

const defaults = {
  attachment_bytes_per_day: { requesters: 200 * MB, others: 5 * 1024 * MB },
  attachment_bytes_per_record: 500 * MB,
};

export const attachmentSettings: SettingsSection<keyof typeof defaults> = {
  defaults,
  fields: {
    attachment_bytes_per_day: object(
      {
        requesters: bytes('For callers who reach their own records only.'),
        others: bytes('For all other callers.'),
      },
      { description: 'Bytes that a caller may attach to notes per day (UTC).' },
    ),
    attachment_bytes_per_record: bytes('Total size of all attachments of one record, in bytes.'),
  },
  example: defaults,
};
