// This thread parses one mail at a time: a hostile one can occupy or end only this thread.
import { parentPort } from 'node:worker_threads';
import { parseMail } from './parse.ts';

parentPort?.on('message', async (bytes: Uint8Array) => {
  const result = await parseMail(bytes);
  const attachments = result.kind === 'parsed' ? result.mail.attachments : [];
  const buffers = new Set(attachments.map(({ bytes: own }) => own.buffer as ArrayBuffer));
  parentPort?.postMessage(result, [...buffers]);
});
