// Stands in for a paid model provider: speaks the wire protocols of Anthropic, Amazon Bedrock and OpenAI-compatible
// servers over HTTP, and fails in the ways they do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from './harness.ts';
import { type Protocol, protocols, type WireProtocol } from './model-protocols.ts';

export type { Protocol } from './model-protocols.ts';

/** Requests have the same form for every protocol. */
export interface ModelRequest {
  protocol: Protocol;
  model: string;
  /** Instructions and messages are joined into one text. */
  text: string;
  tools: string[];
  /** Earlier tool calls of the conversation gave these results. */
  toolResults: string[];
  isStream: boolean;
  headers: IncomingMessage['headers'];
}

export interface ModelReply {
  text?: string;
  toolCalls?: { name: string; input: Json }[];
  /** The structured result is sent in the form that the request asks for. */
  json?: Json;
  refuses?: boolean;
  /** Makes the reply an error response. */
  status?: number;
  headers?: Record<string, string>;
  /** The body is not valid JSON, or the stream is cut off. */
  isBroken?: boolean;
  /** The server never responds. */
  hangs?: boolean;
  /** The server pauses between two parts of a stream. */
  pauseMs?: number;
}

export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** Decides every following reply. */
  behave: (model: (request: ModelRequest, number: number) => ModelReply) => void;
  /** Returns the settings of an instance that uses this server. */
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
      // A busy machine may need more than a second for a request with tools.
      AI_TIMEOUT_SECONDS: '4',
      EGRESS_ALLOW: '127.0.0.1',
    }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
