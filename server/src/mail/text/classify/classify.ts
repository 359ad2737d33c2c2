// Automatic mail is never answered automatically. Each kind of it is recognised by what its programs are known to write.
import { type Headers, subjectOf, valueOf } from '../headers/header-fields.ts';
import { type Bounce, bounceOf, type ClassifiedPart } from './bounces.ts';

export interface Classification {
  /** Says by what the mail was recognised as automatic; undefined if a person seems to have sent it. */
  automatic: AutomaticSign | undefined;
  bounce: Bounce | undefined;
  /** Is the method of the calendar part, such as REQUEST; undefined without such a part. */
  calendar: string | undefined;
}

/** RFC 3834 has Auto-Submitted; most others are older. */
const signs = {
  auto_submitted: (headers) => {
    const value = words(headers, 'auto-submitted');
    return value !== '' && !value.startsWith('no');
  },
  auto_reply: (headers) =>
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply', 'x-mail-autoreply'].some(
      (name) => !['', 'no'].includes(words(headers, name)),
    ) || headers.some(([name]) => name === 'x-autoreply-from'),
  response_suppressed: (headers) =>
    /\b(?:all|oof|autoreply)\b/.test(words(headers, 'x-auto-response-suppress')),
  precedence: (headers) =>
    ['bulk', 'junk', 'list', 'auto_reply', 'auto-reply'].includes(words(headers, 'precedence')),
  list: (headers) =>
    ['list-id', 'list-post', 'list-unsubscribe', 'list-help', 'mailing-list'].some(
      (name) => words(headers, name) !== '',
    ),
  report: (headers) => words(headers, 'content-type').startsWith('multipart/report'),
  empty_return_path: (headers) =>
    ['<>', ''].includes(valueOf(headers, 'return-path')?.trim() ?? 'none'),
  mailer_daemon: (headers) => /\b(?:mailer-daemon|postmaster)@/.test(words(headers, 'from')),
  out_of_office: (headers) => {
    const subject = subjectOf(headers).toLowerCase();
    return outOfOffice.some((beginning) => subject.startsWith(beginning));
  },
} as const satisfies Readonly<Record<string, (headers: Headers) => boolean>>;
type AutomaticSign = keyof typeof signs;

/** Outlook begins the subject with these, in the language of its user. */
const outOfOffice = [
  'automatic reply:',
  'auto reply:',
  'autoreply:',
  'out of office',
  'automatische antwort:',
  'abwesenheitsnotiz',
  'réponse automatique',
  'respuesta automática:',
  'risposta automatica:',
  'resposta automática:',
  'automatisch antwoord:',
];

const MAX_READ = 1000;
const words = (headers: Headers, name: string): string =>
  (valueOf(headers, name) ?? '').slice(0, MAX_READ).trim().toLowerCase();

const calendarTypes = new Set(['text/calendar', 'application/ics']);

export function classify(
  headers: Headers,
  text: string,
  parts: readonly ClassifiedPart[],
): Classification {
  const sign = (Object.keys(signs) as AutomaticSign[]).find((name) => signs[name](headers));
  const calendar = parts.find(({ type }) => calendarTypes.has(type));
  return {
    automatic: sign,
    bounce: bounceOf(headers, text, parts),
    calendar: calendar && (calendar.method ?? ''),
  };
}
