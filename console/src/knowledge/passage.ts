// Finds a passage in the text of an article. Only letters and digits count: the passage is plain text, the article is not.
interface Place {
  /** The piece is an index; the offset is that of a character in it. */
  piece: number;
  offset: number;
}

export interface Span {
  from: Place;
  to: Place;
}

const isSignificant = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const keepSignificant = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The key is long enough to be unique in an article, and short enough that a later difference does not matter. */
const KEY_LENGTH = 48;

/** `pieces` are the texts of the article in order. Returns undefined if the passage is not in it. */
export function findPassage(pieces: readonly string[], passage: string): Span | undefined {
  const places: Place[] = [];
  let text = '';
  for (const [piece, content] of pieces.entries())
    for (let offset = 0; offset < content.length; offset += 1) {
      const character = content.charAt(offset).toLowerCase();
      if (!isSignificant(character)) continue;
      text += character.charAt(0);
      places.push({ piece, offset });
    }
  const key = keepSignificant(passage);
  if (key === '') return undefined;
  const start = text.indexOf(key.slice(0, KEY_LENGTH));
  if (start === -1) return undefined;
  const end = text.indexOf(key.slice(-KEY_LENGTH), start);
  const last =
    end === -1 ? Math.min(start + key.length, text.length) : end + Math.min(KEY_LENGTH, key.length);
  const [from, to] = [places[start], places[last - 1]];
  return from && to && { from, to: { piece: to.piece, offset: to.offset + 1 } };
}
