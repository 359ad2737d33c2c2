// The demonstration starts without embedding anything, because `npm run generate` stores the vectors of its texts. Each
// is stored under the hash of its text, so that a text that has changed has none and is embedded.
import { readFileSync } from 'node:fs';
import { textHash } from '../../ai/index.ts';
import { modelId, type PastArticle } from '../../knowledge/index.ts';

export const vectorsFile = new URL('../knowledge/vectors.jsonl', import.meta.url);

/** Passages are stored as well, because cutting an article needs the tokenizer of the model, whose packages are optional. */
interface CutPassage {
  headings: string[];
  text: string;
  /** The hash identifies the embedded text. */
  embedded: string;
}

export interface KnownVectors {
  /** The key is the hash of a text. */
  vectors: Map<string, Float32Array>;
  /** The key is the hash of an article. */
  articles: Map<string, CutPassage[]>;
}

type Line =
  | { model: string }
  | { article: string; passages: CutPassage[] }
  | { text: string; vector: string };

export const articleHash = ({
  title,
  summary,
  body,
}: Pick<PastArticle['text'], 'title' | 'summary' | 'body'>): string =>
  textHash(JSON.stringify([title, summary, body]));

/** Stores each number in 16 bits, which changes the cosine of two vectors by less than a millionth. */
const encode = (vector: Float32Array): string =>
  Buffer.from(new Float16Array(vector).buffer).toString('base64');

const decode = (text: string): Float32Array =>
  new Float32Array(new Float16Array(new Uint8Array(Buffer.from(text, 'base64')).buffer));

export function formatVectors({ vectors, articles }: KnownVectors): string {
  const lines: Line[] = [
    { model: modelId },
    ...[...articles].map(([article, passages]) => ({ article, passages })),
    ...[...vectors]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([text, vector]) => ({ text, vector: encode(vector) })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Returns no vectors if the file is of another model. */
export function parseVectors(file: string): KnownVectors {
  const known: KnownVectors = { vectors: new Map(), articles: new Map() };
  const [first = '{}', ...rest] = file.trim().split('\n');
  if (JSON.parse(first).model !== modelId) return known;
  for (const text of rest) {
    const line: Line = JSON.parse(text);
    if ('vector' in line) known.vectors.set(line.text, decode(line.vector));
    else if ('article' in line) known.articles.set(line.article, line.passages);
  }
  return known;
}

export const readVectors = (): KnownVectors => parseVectors(readFileSync(vectorsFile, 'utf8'));

/** Returns undefined unless all passages of the article have their vectors. */
export function passagesFor(
  { articles, vectors }: KnownVectors,
  article: PastArticle['text'],
): PastArticle['passages'] {
  const cut = articles.get(articleHash(article));
  if (!cut?.every(({ embedded }) => vectors.has(embedded))) return undefined;
  return cut.map(({ headings, text, embedded }, position) => ({
    position,
    headingPath: headings,
    text,
    embedding: vectors.get(embedded) ?? null,
  }));
}
