import Type, { type Static } from 'typebox';
import { idText, object } from '../../platform/http/input/schema.ts';

const MAX_FILES = 10;
const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** The limit exceeds eleven files of the largest size in base64, so that one file too many gets a field error and not 413. */
export const ATTACHMENTS_BODY_LIMIT = 80 * 1024 * 1024;

export const AttachmentId = idText('Ids of attachments', {
  pattern: '^att_[0-9a-f]{32}$',
  example: 'att_019a86517f9e7d41b0c2d3e4f5061728',
});

const filename = Type.String({
  maxLength: 255,
  pattern: '\\S',
  format: 'filename',
  description: 'Without a path: no `/` or `\\`, no control characters, and not `.` or `..`.',
});
const content_type = Type.String({
  maxLength: 127,
  pattern: '^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$',
  example: 'image/png',
  description: 'type/subtype without parameters, as declared by the sender.',
});

export const Attachment = object(
  {
    id: AttachmentId,
    filename,
    content_type,
    size: Type.Integer({ description: 'Size in bytes.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    url: Type.String({ description: 'Download URL; requires a token.' }),
  },
  { title: 'Attachment' },
);

const AttachmentCreate = object(
  {
    filename,
    content_type,
    data: Type.String({
      format: 'byte',
      contentEncoding: 'base64',
      'x-max-bytes': MAX_FILE_BYTES,
      example: 'aGVsbG8K',
      description: `The file in base64, at most ${MAX_FILE_BYTES} bytes decoded.`,
    }),
  },
  { title: 'AttachmentCreate' },
);
export type AttachmentCreate = Static<typeof AttachmentCreate>;

export const AttachmentsCreate = Type.Array(AttachmentCreate, { maxItems: MAX_FILES });
