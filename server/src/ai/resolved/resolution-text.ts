// A suggested resolution may be accepted unchanged, so it says each thing once and names no other incident: the similar
// cases are shown beside it.
import { cut } from '../../platform/text.ts';

/** Longer resolutions are cut: a suggestion is read at a glance. */
const MAX_LENGTH = 2000;

/** Splits a text into sentences and lines. An abbreviation or a version number does not end a sentence. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=\p{Lu})|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const INCIDENT = /\bINC[0-9A-Z]{7}\b/;
const GROUP = /\s?[([][^()[\]\n]*[)\]]/g;
const REFERENCE = /,?\s(?:as in|as for|like|see|cf\.)\sINC[0-9A-Z]{7}\b/gi;

/** Removes references in parentheses or after "as in", and whole sentences that still name an incident. */
const withoutIncidents = (line: string): string[] => {
  if (!INCIDENT.test(line)) return sentencesOf(line);
  return sentencesOf(
    line.replace(GROUP, (group) => (INCIDENT.test(group) ? '' : group)).replace(REFERENCE, ''),
  ).filter((sentence) => !INCIDENT.test(sentence));
};

/** Returns undefined for a line of a single word, which may repeat: it can end a block of code. */
const keyOf = (sentence: string): string | undefined => {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 1 ? words.join(' ') : undefined;
};

/** Removes references to other incidents, and sentences that the text itself or an earlier one has already. */
export function resolutionTexts(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  const isNew = (sentence: string): boolean => {
    const key = keyOf(sentence);
    if (key === undefined) return true;
    const isKnown = seen.has(key);
    seen.add(key);
    return !isKnown;
  };
  const ofLine = (line: string): string[] => {
    if (line.trim() === '') return [line];
    const indent = line.slice(0, line.length - line.trimStart().length);
    const left = withoutIncidents(line).filter(isNew).join(' ');
    return left === '' ? [] : [indent + left];
  };
  return texts.map((text) => cut(text, MAX_LENGTH).split('\n').flatMap(ofLine).join('\n').trim());
}
