// Writes the vectors of the demonstration's texts, as indexing would make them. server/test/demo.test.ts fails while one
// is missing. Texts that have not changed keep their vector, since other processors compute slightly different ones.
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

/** Of the incidents that are resolved, with the ids that their texts name. */
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

async function keepVector(text: string): Promise<string> {
  const hash = textHash(text);
  const kept = after.vectors.get(hash) ?? before.vectors.get(hash);
  after.vectors.set(hash, kept ?? (await model.embed(text)));
  return hash;
}

for (const article of readArticles().values()) {
  const passages = [];
  for (const { headingPath, text, embeddingText } of passagesOf(article, model.countTokens))
    passages.push({ headings: headingPath, text, embedded: await keepVector(embeddingText) });
  after.articles.set(articleHash(article), passages);
}
for (const text of await symptoms()) await keepVector(text);
writeFileSync(vectorsFile, formatVectors(after));
