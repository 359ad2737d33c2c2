// Writes the vectors of the demonstration's texts, as indexing would compute them. server/test/demo.test.ts fails while
// one is missing. Unchanged texts keep their vector, because other processors compute slightly different ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { symptomOf, textHash } from '../server/src/ai/index.ts';
import { exemplarTexts } from '../server/src/ai/resolved/neighbours.sql.ts';
import { readArticles } from '../server/src/demo/data/knowledge.ts';
import {
  articleHash,
  formatVectors,
  type KnownVectors,
  parseVectors,
  vectorsFile,
} from '../server/src/demo/data/vectors.ts';
import { seedEmpty } from '../server/src/demo/index.ts';
import { loadModel, packagedModel } from '../server/src/knowledge/embeddings/model.ts';
import { passagesOf } from '../server/src/knowledge/passages/passages.ts';
import { startInstance } from '../server/test/support/harness.ts';

/** Returns the symptoms of resolved incidents, in whose texts ids are already filled in. */
async function symptoms(): Promise<string[]> {
  const instance = await startInstance();
  try {
    await seedEmpty(instance.deps);
    return (await exemplarTexts(instance.deps.db)).map(symptomOf);
  } finally {
    await instance.stop();
  }
}

const model = await loadModel(packagedModel());
const before = parseVectors(readFileSync(vectorsFile, 'utf8'));
const after: KnownVectors = { vectors: new Map(), articles: new Map() };

async function addVector(text: string): Promise<string> {
  const hash = textHash(text);
  const known = after.vectors.get(hash) ?? before.vectors.get(hash);
  after.vectors.set(hash, known ?? (await model.embed(text)));
  return hash;
}

for (const article of readArticles().values()) {
  const passages = [];
  for (const { headingPath, text, embeddingText } of passagesOf(article, model.countTokens))
    passages.push({ headings: headingPath, text, embedded: await addVector(embeddingText) });
  after.articles.set(articleHash(article), passages);
}
for (const text of await symptoms()) await addVector(text);
writeFileSync(vectorsFile, formatVectors(after));
