// A mention is written as @ and the full name of a person, or as @ and the address where the name is not unique.
export interface Mentionable {
  name: string;
  email: string;
}

/** The mention begins with the @ at `from`, and ends with the typed text before `to`. */
export interface StartedMention {
  from: number;
  to: number;
  query: string;
}

const MAX_LENGTH = 60;
const MAX_WORDS = 3;

/** An @ within a word belongs to an address that is written out. */
const startsMention = (text: string, at: number): boolean =>
  text.charAt(at) === '@' && (at === 0 || /[\s([{>"'*_-]/.test(text.charAt(at - 1)));

/** Returns the mention that is being written before the caret. */
export function mentionAt(text: string, caret: number): StartedMention | undefined {
  for (let at = caret - 1; at >= Math.max(0, caret - MAX_LENGTH); at -= 1) {
    if (text.charAt(at) === '\n') return undefined;
    if (!startsMention(text, at)) continue;
    const query = text.slice(at + 1, caret);
    const isName = !query.startsWith(' ') && query.split(' ').length <= MAX_WORDS;
    return isName ? { from: at, to: caret, query } : undefined;
  }
  return undefined;
}

/** The list is whole if it has everybody who matches: only then a name in it is known to be unique. */
export function mentionOf(
  person: Mentionable,
  found: readonly Mentionable[],
  isWhole: boolean,
): string {
  const sameName = found.filter(({ name }) => name.toLowerCase() === person.name.toLowerCase());
  return isWhole && sameName.length === 1 ? `@${person.name}` : `@${person.email}`;
}

/** Puts the mention in the place of what was typed, and the caret behind it. */
export function completeMention(
  text: string,
  { from, to }: StartedMention,
  mention: string,
): { text: string; caret: number } {
  const space = text.charAt(to) === ' ' ? '' : ' ';
  return {
    text: text.slice(0, from) + mention + space + text.slice(to),
    caret: from + mention.length + 1,
  };
}
