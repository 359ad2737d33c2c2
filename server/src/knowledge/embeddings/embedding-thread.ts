// This thread loads the embedding model, then handles one request at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { type ArticleText, passagesOf } from '../passages/passages.ts';
import { loadModel } from './model.ts';
import type { ThreadMessage, ThreadRequest } from './thread-messages.ts';

const model = await loadModel(new URL(workerData.modelFolder));

type Work = Exclude<ThreadRequest, { method: 'end' }>;

const methods: { [M in Work['method']]: (argument: never) => unknown } = {
  embed: (text: string) => model.embed(text),
  passages: (article: ArticleText) => passagesOf(article, model.countTokens),
};

async function handle({ method, argument }: Work): Promise<ThreadMessage> {
  try {
    return { kind: 'result', result: await methods[method](argument as never) };
  } catch (error) {
    return { kind: 'failure', message: error instanceof Error ? error.message : String(error) };
  }
}

// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: ThreadMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (request: ThreadRequest) => {
  // Only the open port keeps the thread alive: once it is closed, the thread ends as soon as a run has returned.
  if (request.method === 'end') parentPort?.close();
  else void handle(request).then(send);
});
send({ kind: 'ready' });
