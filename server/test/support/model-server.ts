// Stands in for a paid model provider: speaks the wire protocols of Anthropic, Amazon Bedrock and OpenAI-compatible
// servers over HTTP, with what can go wrong there.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from './harness.ts';
import { type Protocol, protocols, type WireProtocol } from './model-protocols.ts';

export type { Protocol } from './model-protocols.ts';

/** What a model is asked, in the same form for every protocol. */
export interface ModelRequest {
  protocol: Protocol;
  model: string;
  /** Instructions and messages as one text. */
  text: string;
  tools: string[];
  /** Results of the tools that were called before. */
  toolResults: string[];
  isStream: boolean;
  headers: IncomingMessage['headers'];
}

export interface ModelReply {
  text?: string;
  toolCalls?: { name: string; input: Json }[];
  /** A structured result, in whichever form the request asks for it. */
  json?: Json;
  refuses?: boolean;
  /** An error response. */
  status?: number;
  headers?: Record<string, string>;
  /** A body that is no JSON, or is cut off in a stream. */
  isBroken?: boolean;
  /** Never responds. */
  hangs?: boolean;
  /** Between two parts of a stream. */
  pauseMs?: number;
}

export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** Decides every following reply. */
  behave: (model: (request: ModelRequest, number: number) => ModelReply) => void;
  /** Settings of an instance that uses it. */
  env: (protocol: Protocol) => Record<string, string>;
  stop: () => Promise<void>;
}

const read = async (request: IncomingMessage): Promise<Json> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
};

const protocolOfPath = (path: string): [Protocol, WireProtocol] | undefined =>
  (Object.entries(protocols) as [Protocol, WireProtocol][]).find(([, { path: form }]) =>
    form.test(path),
  );

async function stream(
  response: ServerResponse,
  parts: Buffer[],
  type: string,
  { pauseMs = 0, isBroken }: ModelReply,
): Promise<void> {
  response.writeHead(200, { 'content-type': type });
  for (const [index, part] of parts.entries()) {
    if (isBroken && index === Math.floor(parts.length / 2)) {
      response.write(part.subarray(0, Math.ceil(part.length / 2)));
      response.destroy();
      return;
    }
    response.write(part);
    if (pauseMs > 0) await sleep(pauseMs);
    if (response.destroyed) return;
  }
  response.end();
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let model: Parameters<ModelServer['behave']>[0] = () => ({ text: 'NO_ANSWER' });
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const found = protocolOfPath(request.url ?? '');
    if (!found) return void response.writeHead(404).end('{}');
    const [protocol, wire] = found;
    const asked: ModelRequest = {
      protocol,
      ...wire.read(body, request.url ?? ''),
      headers: request.headers,
    };
    requests.push(asked);
    const reply = model(asked, requests.length);
    if (reply.hangs) return;
    if (reply.status !== undefined) {
      const error = { error: { message: 'refused by the test', type: 'test' }, message: 'refused' };
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      return void response.end(JSON.stringify(error));
    }
    const isByTool = reply.json !== undefined && asked.tools.includes('json');
    const shown: ModelReply = {
      ...reply,
      ...(reply.json !== undefined && !isByTool && { text: JSON.stringify(reply.json) }),
      ...(isByTool && { toolCalls: [{ name: 'json', input: reply.json }] }),
    };
    if (asked.isStream)
      return stream(response, wire.parts(shown, asked.model), wire.streamType, reply);
    const text = JSON.stringify(wire.whole(shown, asked.model));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(reply.isBroken ? text.slice(0, text.length / 2) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    behave: (next) => {
      model = next;
      requests.length = 0;
    },
    env: (protocol) => ({
      AI_PROVIDER: protocol,
      AI_MODELS: 'model-3-haiku=small,model-3-sonnet=medium,model-3-opus=large',
      AI_API_KEY: 'test-key',
      AI_BASE_URL: `${url}${protocols[protocol].base}`,
      AI_TIMEOUT_SECONDS: '1',
      EGRESS_ALLOW: '127.0.0.1',
    }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
