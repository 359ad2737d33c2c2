// Implements the wire protocols of model providers as far as a client sees them: reads a request, and writes a reply
// whole or as parts of a stream.
import { crc32 } from 'node:zlib';
import type { Json } from './harness.ts';
import type { ModelReply, ModelRequest } from './model-server.ts';

export type Protocol = 'anthropic' | 'bedrock' | 'openai-compatible';

export interface WireProtocol {
  base: string;
  path: RegExp;
  read: (body: Json, path: string) => Omit<ModelRequest, 'protocol' | 'headers'>;
  whole: (reply: ModelReply, model: string) => Json;
  parts: (reply: ModelReply, model: string) => Buffer[];
  streamType: string;
}

const SIZE = 12;
export const INPUT_TOKENS = 100;

const pieces = (text: string): string[] => text.match(/[^]{1,8}/g) ?? [];
const outputTokens = ({ text = '' }: ModelReply): number => pieces(text).length + SIZE;

/** Returns all texts within a message, at any depth. */
const textsOf = (value: Json): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries<Json>(value)
    .filter(([name]) => ['text', 'content', 'json', 'toolResult', 'toolUse'].includes(name))
    .flatMap(([, one]) => textsOf(one));
};

const event = (name: string, data: Json): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const dataOnly = (data: Json): Buffer => Buffer.from(`data: ${JSON.stringify(data)}\n\n`);

const anthropic: WireProtocol = {
  base: '/v1',
  path: /^\/v1\/messages$/,
  streamType: 'text/event-stream',
  read: ({ model, system, messages, tools = [], stream = false }) => ({
    model,
    text: [...textsOf(system), ...textsOf(messages)].join('\n'),
    tools: tools.map(({ name }: Json) => name),
    toolResults: messages.flatMap(({ content }: Json) =>
      (Array.isArray(content) ? content : [])
        .filter(({ type }: Json) => type === 'tool_result')
        .map((one: Json) => textsOf(one).join('\n')),
    ),
    isStream: stream,
  }),
  whole: (reply, model) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(reply.text === undefined ? [] : [{ type: 'text', text: reply.text }]),
      ...(reply.toolCalls ?? []).map(({ name, input }, n) => ({
        type: 'tool_use',
        id: `tool_${n}`,
        name,
        input,
      })),
    ],
    stop_reason: reply.refuses ? 'refusal' : reply.toolCalls ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: INPUT_TOKENS, output_tokens: outputTokens(reply) },
  }),
  parts: (reply, model) => {
    const { stop_reason, usage } = anthropic.whole(reply, model);
    const blocks = [
      ...(reply.text === undefined ? [] : [{ type: 'text', text: '' }]),
      ...(reply.toolCalls ?? []).map(({ name }, n) => ({
        type: 'tool_use',
        id: `tool_${n}`,
        name,
        input: {},
      })),
    ];
    const deltas = [
      ...(reply.text === undefined
        ? []
        : [pieces(reply.text).map((text) => ({ type: 'text_delta', text }))]),
      ...(reply.toolCalls ?? []).map(({ input }) =>
        pieces(JSON.stringify(input)).map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      ),
    ];
    return [
      event('message_start', {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: INPUT_TOKENS, output_tokens: 1 },
        },
      }),
      ...blocks.flatMap((content_block, index) => [
        event('content_block_start', { type: 'content_block_start', index, content_block }),
        ...(deltas[index] ?? []).map((delta) =>
          event('content_block_delta', { type: 'content_block_delta', index, delta }),
        ),
        event('content_block_stop', { type: 'content_block_stop', index }),
      ]),
      event('message_delta', {
        type: 'message_delta',
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: usage.output_tokens },
      }),
      event('message_stop', { type: 'message_stop' }),
    ];
  },
};

const usageOfChat = (reply: ModelReply) => ({
  prompt_tokens: INPUT_TOKENS,
  completion_tokens: outputTokens(reply),
  total_tokens: INPUT_TOKENS + outputTokens(reply),
});
const callsOfChat = ({ toolCalls = [] }: ModelReply) =>
  toolCalls.map(({ name, input }, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
const finishOfChat = ({ refuses, toolCalls }: ModelReply): string =>
  refuses ? 'content_filter' : toolCalls ? 'tool_calls' : 'stop';

const openai: WireProtocol = {
  base: '/v1',
  path: /^\/v1\/chat\/completions$/,
  streamType: 'text/event-stream',
  read: ({ model, messages, tools = [], stream = false }) => ({
    model,
    text: messages.flatMap(textsOf).join('\n'),
    tools: tools.map((one: Json) => one.function.name),
    toolResults: messages
      .filter(({ role }: Json) => role === 'tool')
      .map((one: Json) => textsOf(one).join('\n')),
    isStream: stream,
  }),
  whole: (reply, model) => ({
    id: 'chat_1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text ?? null,
          ...(reply.toolCalls && { tool_calls: callsOfChat(reply) }),
        },
        finish_reason: finishOfChat(reply),
      },
    ],
    usage: usageOfChat(reply),
  }),
  parts: (reply, model) => {
    const chunk = (delta: Json, finish_reason: string | null = null) =>
      dataOnly({
        id: 'chat_1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason }],
      });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(reply.text ?? '').map((content) => chunk({ content })),
      ...(reply.toolCalls ? [chunk({ tool_calls: callsOfChat(reply) })] : []),
      chunk({}, finishOfChat(reply)),
      dataOnly({ id: 'chat_1', created: 1, model, choices: [], usage: usageOfChat(reply) }),
      Buffer.from('data: [DONE]\n\n'),
    ];
  },
};

/** Encodes a message of `application/vnd.amazon.eventstream`. */
function awsEvent(type: string, data: Json): Buffer {
  const headers = Buffer.concat(
    Object.entries({
      ':event-type': type,
      ':content-type': 'application/json',
      ':message-type': 'event',
    }).map(([name, value]) => {
      const lengths = Buffer.alloc(3);
      lengths.writeUInt8(7, 0);
      lengths.writeUInt16BE(value.length, 1);
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        lengths,
        Buffer.from(value),
      ]);
    }),
  );
  const payload = Buffer.from(JSON.stringify(data));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + payload.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const sum = (bytes: Buffer): Buffer => {
    const four = Buffer.alloc(4);
    four.writeUInt32BE(crc32(bytes));
    return four;
  };
  const message = Buffer.concat([prelude, sum(prelude), headers, payload]);
  return Buffer.concat([message, sum(message)]);
}

const usageOfBedrock = (reply: ModelReply) => ({
  inputTokens: INPUT_TOKENS,
  outputTokens: outputTokens(reply),
  totalTokens: INPUT_TOKENS + outputTokens(reply),
});
const stopOfBedrock = ({ refuses, toolCalls }: ModelReply): string =>
  refuses ? 'content_filtered' : toolCalls ? 'tool_use' : 'end_turn';

const bedrock: WireProtocol = {
  base: '',
  path: /^\/model\/[^/]+\/converse(-stream)?$/,
  streamType: 'application/vnd.amazon.eventstream',
  read: ({ system = [], messages, toolConfig }, path) => ({
    model: decodeURIComponent(path.split('/')[2] ?? ''),
    text: [...textsOf(system), ...textsOf(messages)].join('\n'),
    tools: (toolConfig?.tools ?? []).flatMap((one: Json) => one.toolSpec?.name ?? []),
    toolResults: messages.flatMap(({ content }: Json) =>
      content
        .filter((one: Json) => one.toolResult)
        .map((one: Json) => textsOf(one.toolResult.content).join('\n')),
    ),
    isStream: path.endsWith('-stream'),
  }),
  whole: (reply) => ({
    metrics: { latencyMs: 1 },
    output: {
      message: {
        role: 'assistant',
        content: [
          ...(reply.text === undefined ? [] : [{ text: reply.text }]),
          ...(reply.toolCalls ?? []).map(({ name, input }, n) => ({
            toolUse: { toolUseId: `tool_${n}`, name, input },
          })),
        ],
      },
    },
    stopReason: stopOfBedrock(reply),
    usage: usageOfBedrock(reply),
  }),
  parts: (reply) => {
    const text = reply.text === undefined ? [] : [{ text: reply.text }];
    const calls = reply.toolCalls ?? [];
    return [
      awsEvent('messageStart', { role: 'assistant' }),
      ...text.flatMap((one) => [
        ...pieces(one.text).map((piece) =>
          awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: piece } }),
        ),
        awsEvent('contentBlockStop', { contentBlockIndex: 0 }),
      ]),
      ...calls.flatMap(({ name, input }, n) => {
        const contentBlockIndex = n + text.length;
        return [
          awsEvent('contentBlockStart', {
            contentBlockIndex,
            start: { toolUse: { toolUseId: `tool_${n}`, name } },
          }),
          awsEvent('contentBlockDelta', {
            contentBlockIndex,
            delta: { toolUse: { input: JSON.stringify(input) } },
          }),
          awsEvent('contentBlockStop', { contentBlockIndex }),
        ];
      }),
      awsEvent('messageStop', { stopReason: stopOfBedrock(reply) }),
      awsEvent('metadata', { usage: usageOfBedrock(reply), metrics: { latencyMs: 1 } }),
    ];
  },
};

export const protocols: Record<Protocol, WireProtocol> = {
  anthropic,
  bedrock,
  'openai-compatible': openai,
};
