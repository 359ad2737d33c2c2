// Sends any request of the API, with the token of the profile or of the environment.
import { readFile } from 'node:fs/promises';
import { SignalboxError } from '../../index.ts';
import { API_ROOT } from '../../transport.ts';
import type { Command, Invocation } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { targetOf } from '../profiles/connection.ts';
import { readInput } from '../rows/input.ts';
import type { Terminal } from '../terminal/terminal.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Accepts the addresses in responses too, such as `Location` and `status_url`. */
function pathOf(given: string, url: string): string {
  const path = given.startsWith(`${url}/`) ? given.slice(url.length) : given;
  if (URL.canParse(path))
    throw usageError(
      `${given} is not an address of ${url}.`,
      'Give the path below the root of the API: signalbox api GET /incidents',
    );
  const below = path.startsWith(`${API_ROOT}/`) ? path.slice(API_ROOT.length) : path;
  return below.startsWith('/') ? below : `/${below}`;
}

async function bodyOf({ values, terminal }: Invocation): Promise<unknown> {
  const given = values.text('data');
  if (given === undefined) return undefined;
  const text =
    given === '-'
      ? await readInput(terminal.stdin, '--data -: pipe the JSON into the command.')
      : given.startsWith('@')
        ? await readFile(given.slice(1), 'utf8')
        : given;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(
      `--data is not JSON: ${(error as Error).message}`,
      `For example: --data '{"short_description": "Printer on fire"}', --data @file.json, or --data - for stdin.`,
    );
  }
}

function headersOf({ values }: Invocation): Record<string, string> {
  const headers = new Headers();
  for (const line of values.texts('header')) {
    const colon = line.indexOf(':');
    try {
      headers.append(line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trim());
    } catch {
      throw usageError(
        `--header: ${line} is not a header.`,
        `For example: --header 'If-Match: "3"'`,
      );
    }
  }
  return Object.fromEntries(headers);
}

function printHead(terminal: Terminal, { status, headers }: Pick<Response, 'status' | 'headers'>) {
  terminal.print(`HTTP ${status}`);
  for (const [name, value] of headers) terminal.print(`${name}: ${value}`);
  terminal.print();
}

/** JSON is indented for people; everything else is printed as it was received. */
async function printBody({ terminal, isJson }: Invocation, body: Blob): Promise<void> {
  if (body.size === 0) return;
  const isIndented = terminal.isInteractive && !isJson && /\bjson\b/.test(body.type);
  if (isIndented) terminal.print(JSON.stringify(JSON.parse(await body.text()), null, 2));
  else {
    terminal.printBytes(new Uint8Array(await body.arrayBuffer()));
    if (/\bjson\b/.test(body.type) && !terminal.isInteractive) terminal.print();
  }
}

interface ListBody {
  data?: unknown;
  next_cursor?: string;
}

/** Returns the path of the next page; a page number cannot be combined with a cursor. */
function nextPath(path: string, cursor: string): string {
  const [start = '', query] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.set('cursor', cursor);
  return `${start}?${parameters.toString()}`;
}

async function callApi(invocation: Invocation): Promise<void> {
  const { args, values, terminal, signal } = invocation;
  const method = args['method'] ?? '';
  const isAll = values.flag('all');
  if (isAll && method !== 'GET')
    throw usageError('--all is for lists: it is allowed with GET only.');
  const { url } = await targetOf(invocation);
  const path = pathOf(args['path'] ?? '', url);
  const headers = headersOf(invocation);
  const body = await bodyOf(invocation);
  let received: Response | undefined;
  const transport = await invocation.openTransport({
    fetch: async (input, init) => (received = await fetch(input, init)),
  });
  const send = async (to: string): Promise<Blob> => {
    const request = { method, path: to, body, kind: 'file', options: { signal, headers } } as const;
    const { data } = await transport
      .send<Blob | undefined>(request)
      .catch(async (error: unknown) => {
        // A refused token has no problem details, since the identity provider responded.
        if (!(error instanceof SignalboxError) || !error.problem) throw error;
        if (received && values.flag('include')) printHead(terminal, received);
        await printBody(
          invocation,
          new Blob([JSON.stringify(error.problem)], { type: 'application/json' }),
        );
        throw error;
      });
    if (received && values.flag('include')) printHead(terminal, received);
    return data ?? new Blob([]);
  };
  if (!isAll) return printBody(invocation, await send(path));
  for (let next: string | undefined = path; next !== undefined;) {
    const page = JSON.parse(await (await send(next)).text()) as ListBody;
    if (!Array.isArray(page.data))
      throw usageError('--all is for lists: the response has no records in `data`.');
    for (const record of page.data) terminal.printJson(record);
    await terminal.waitUntilDrained();
    next = page.next_cursor === undefined ? undefined : nextPath(path, page.next_cursor);
  }
}

export const apiCommands: Command[] = [
  {
    path: 'api',
    summary: 'Send any request of the API',
    description:
      'For everything that has no command of its own. The path begins below the root of the API; the reference of your instance, at /docs, lists all paths. The token, an idempotency key and retries are added as for every command. The body of the response is printed as it is, also that of an error; the exit code tells them apart.',
    args: [
      { name: 'method', summary: 'Method of the request', choices: METHODS },
      { name: 'path', summary: 'Path below the root of the API, with its query' },
    ],
    options: {
      data: { value: 'json', summary: 'JSON body; @file reads it from a file, - from stdin' },
      header: {
        value: 'name: value',
        isRepeatable: true,
        summary: 'Header of the request; may be given several times',
      },
      include: { summary: 'Print the status and the headers of the response first' },
      all: { summary: 'Follow the pages of a list, and print its records, one per line' },
    },
    examples: [
      'signalbox api GET "/incidents?state=new&limit=5"',
      'signalbox api POST /incidents --data \'{"short_description": "Printer on fire"}\'',
      'signalbox api PATCH /incidents/INC0000042 --data @update.json --header \'If-Match: "3"\'',
      'signalbox api GET /users --all | jq -r .email',
    ],
    run: callApi,
  },
];
