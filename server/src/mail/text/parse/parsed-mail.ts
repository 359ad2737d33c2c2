// The desk reads these parts of a mail. Names and texts come from its sender, and nothing here is verified.
import type { Classification } from '../classify/classify.ts';
import type { MailAddress } from '../headers/header-fields.ts';
import type { SplitText } from '../quotes/split.ts';

export interface MailAttachment {
  /** Null if the part has no name. */
  fileName: string | null;
  type: string;
  bytes: Uint8Array;
  /** Is undefined if the part has none; has no angle brackets. */
  contentId: string | undefined;
  /** The text shows the attachment in place, as `cid:` and its content id. */
  isInline: boolean;
  /** The part exceeds the limit, and `bytes` is empty. */
  isTooLarge: boolean;
}

export interface MailText extends SplitText {
  format: 'plain' | 'markdown';
  /** The text was longer than the limit. */
  isCut: boolean;
}

type Protection = 'smime' | 'pgp';

export interface ParsedMail {
  /** More than one address, or none, is for the caller to refuse. */
  from: MailAddress[];
  sender: MailAddress[];
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  /** Is empty for `<>`, and undefined without the field. */
  returnPath: string | undefined;
  /** Values of Delivered-To, X-Original-To and Envelope-To, topmost first. */
  deliveredTo: string[];
  subject: string;
  /** ISO 8601; undefined without a date that can be read. */
  date: string | undefined;
  /** Ids have their angle brackets. */
  messageId: string | undefined;
  inReplyTo: string[];
  references: string[];
  /** Names are in lower case, topmost first. */
  headers: [name: string, value: string][];
  text: MailText;
  attachments: MailAttachment[];
  signed: Protection | undefined;
  encrypted: Protection | undefined;
  classification: Classification;
}

/** `too_large`, `too_many_headers`, `too_deep` and `too_many_parts` name the limit that the mail exceeds. */
export type ParseFailure =
  | 'empty'
  | 'too_large'
  | 'too_many_headers'
  | 'too_deep'
  | 'too_many_parts'
  | 'timeout'
  | 'out_of_memory'
  | 'broken'
  | 'stopped';

export type ParseResult =
  | { kind: 'parsed'; mail: ParsedMail }
  | { kind: 'failed'; failure: ParseFailure };
