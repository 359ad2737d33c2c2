// Ticket systems send the newest comment with earlier ones below it, each under a heading, and a footer of their own.
import { beginningOf } from './beginnings.ts';
import type { Line } from './lines.ts';

const MAX_HEADING = 160;

/** ServiceNow writes "2026-11-19 11:10:10 CET - Ada Ellis Additional comments". */
const JOURNAL = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( [A-Z]{2,5})? - \S/;
/** Zendesk writes "Ada Ellis, Nov 19, 2026, 11:10 UTC" and "Ada Ellis (Example), 19 nov. 2026 11:10 MEZ". */
const COMMENT = /, .{0,24}\b20\d\d\b.{0,6}\b\d{1,2}:\d\d( ?[APap]M)?( (\w{2,5}|GMT[+-]\d{1,2}))?$/;

/** Says whether the line is the heading of a comment, given the one before it that is not blank. */
export function isCommentHeading({ kind, text }: Line, previous: Line | undefined): boolean {
  if (kind !== 'text' || text.length > MAX_HEADING) return false;
  if (JOURNAL.test(text)) return true;
  return previous !== undefined && /^-{10,}$/.test(previous.text) && COMMENT.test(text);
}

/** ServiceNow's mark of its mail, Jira's links to the request, and who sent it; in lower case. */
const beginsFooter = beginningOf([
  'ref:msg',
  'powered by jira',
  'view request',
  'turn off this request',
  'this is shared with',

  'this email is a service from ',
  'diese e-mail ist ein service von ',
  'this message was sent by',
]);

export const isSystemFooter = ({ kind, text }: Line): boolean => {
  if (kind !== 'text') return false;
  const start = text.startsWith('[') ? 1 : 0;
  return beginsFooter(text.slice(start, MAX_HEADING).toLowerCase());
};
