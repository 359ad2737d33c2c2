// Single lines that say what follows: an earlier mail, a forwarded one, a signature, or the end of what a system wrote.
import { beginningOf } from './beginnings.ts';
import type { Line } from './lines.ts';

/** Texts are in lower case. Outlook and Zimbra write these between dashes. */
const originalMessage = new Set([
  'original message',
  'original appointment',
  'ursprüngliche nachricht',
  'originalnachricht',
  'message d’origine',
  "message d'origine",
  'message original',
  'mensaje original',
  'messaggio originale',
  'mensagem original',
  'oorspronkelijk bericht',
  'original-nachricht',
  'originele bericht',
  'ursprungliche nachricht',
]);
const beginsForward = beginningOf([
  'forwarded message',
  'begin forwarded message',
  'weitergeleitete nachricht',
  'anfang der weitergeleiteten nachricht',
  'message transféré',
  'début du message transféré',
  'mensaje reenviado',
  'inicio del mensaje reenviado',
  'messaggio inoltrato',
  'inizio messaggio inoltrato',
  'mensagem encaminhada',
  'início da mensagem encaminhada',
  'doorgestuurd bericht',
  'begin doorgestuurd bericht',
  'forwarded by',
]);

const MAX_LENGTH = 100;
const EDGES = new Set('-–—_*\\:.> ');

/** Removes dashes, stars and spaces around the words. */
function wordsOf(text: string): string {
  const short = text.slice(0, MAX_LENGTH);
  let [start, end] = [0, short.length];
  while (start < end && EDGES.has(short.charAt(start))) start += 1;
  while (end > start && EDGES.has(short.charAt(end - 1))) end -= 1;
  return short.slice(start, end).toLowerCase();
}

const hasDashes = (text: string): boolean => text.startsWith('--') || text.startsWith('**--');

export const isOriginalMessage = ({ kind, text }: Line): boolean =>
  kind === 'text' && hasDashes(text) && originalMessage.has(wordsOf(text));

export const isForwardedMessage = ({ kind, text }: Line): boolean =>
  kind === 'text' && (hasDashes(text) || text.endsWith(':')) && beginsForward(wordsOf(text));

/** Outlook draws a line of underscores above the fields of the earlier mail. */
export const isRule = ({ kind, text }: Line): boolean =>
  kind === 'text' && /^([_\\]{10,}|\*\*\*|\* \* \*|-{10,})$/.test(text);

/** Ticket systems ask for replies above a line, as the first line of what they send. */
const replyAbove = [
  'please type your reply above this line',
  'please reply above this line',
  'reply above this line',
  'antworten sie oberhalb dieser linie',
  'bitte geben sie ihre antwort oberhalb dieser zeile ein',
  'write above this line to reply',
  'veuillez saisir votre réponse au-dessus de cette ligne',
];
const MARKS = /[#\\—–_*-]/g;

export function isReplyAbove({ kind, text }: Line): boolean {
  if (kind !== 'text' || text.length > MAX_LENGTH || text.length < 20) return false;
  const words = text.replaceAll(MARKS, '').toLowerCase();
  return replyAbove.some((request) => words.includes(request));
}

/** The line is only dashes, as Jira draws them. */
export const isDashes = ({ kind, text }: Line): boolean =>
  kind === 'text' && /^[—–-]{3,}$/.test(text);

/** RFC 3676 has "-- ", whose space many clients remove. */
export const isSignatureDelimiter = ({ kind, text }: Line): boolean =>
  kind === 'text' && (text === '--' || text === '\\--' || text === '—');

/** Phones add one line of their own; each list has what the line begins with. */
const beginsPhoneLine = beginningOf([
  'sent from my ',
  'sent from outlook',
  'sent from mail for windows',
  'sent from yahoo mail',
  'sent from proton mail',
  'sent with proton mail',
  'sent from samsung',
  'get outlook for ',
  'sent from workspace',
  'sent from mobile',
  'envoyé de mon ',
  'envoyé depuis mon ',
  'envoyé à partir de ',
  'obtenir outlook pour ',
  'téléchargez outlook pour ',
  'gesendet von ',
  'von meinem ',
  'diese nachricht wurde von meinem ',
  'gesendet mit ',

  'holen sie sich outlook ',
  'outlook für ',
  'enviado desde ',
  'enviado do ',
  'enviado a partir ',
  'obtener outlook para ',
  'obter o outlook para ',
  'inviato da ',
  'scarica outlook per ',
  'verzonden vanaf ',
  'verstuurd vanaf ',
  'outlook voor ',
  'yahoo mail: search, organize',
]);
const MAX_PHONE_LINE = 200;

export function isPhoneLine({ kind, text }: Line): boolean {
  if (kind !== 'text' || text.length > MAX_PHONE_LINE) return false;
  const start = text.startsWith('[') ? 1 : 0;
  return beginsPhoneLine(text.slice(start).toLowerCase());
}
