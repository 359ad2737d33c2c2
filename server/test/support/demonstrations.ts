// Runs a newcomer's first minute once for all tests that use it: start with nothing, run the commands of README.md, stop.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandsOf } from '../../../tools/docs.commands.ts';
import {
  type ExampleQuestion,
  exampleQuestions,
  questionsIn,
} from '../../../tools/docs.questions.ts';
import { compileCache } from './compile-cache.ts';
import { cpuOf } from './cpu.ts';
import {
  ownPorts,
  type Program,
  run,
  type RunningProcess,
  until,
  waitForExit,
} from './processes.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

export const jsonBlocksOf = (document: string): any[] =>
  [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => JSON.parse(block));

export interface Demonstration {
  running: RunningProcess;
  env: Record<string, string>;
  /** This line of the greeting obtains a token. */
  login: string;
}

/** Without settings, the data is discarded when the demonstration stops. */
export async function startDemonstration(
  settings: Record<string, string>,
  program?: Program,
): Promise<Demonstration> {
  // Other tests use the machine at the same time, so its one connection may be busy for longer than usual.
  const wait = { DATABASE_WAIT_MS: '60000' };
  const env: Record<string, string> = { ...(await ownPorts()), ...wait, ...settings };
  const running = run(['start'], env, undefined, program);
  const login = await until('the greeting', () => {
    if (running.process.exitCode !== null) throw new Error(running.output());
    return /^TOKEN=.*$/m.exec(running.output())?.[0];
  });
  return { running, env, login };
}

/** Runs commands as a person would in a shell, with a demonstration running. */
export async function runInShell({ env, login }: Demonstration, script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euc', `${login}\n${script.replaceAll(':8080', `:${env['PORT']}`)}`],
    { cwd: root, env: { PATH: process.env['PATH'] } },
  );
  return stdout;
}

/** Requires the responses to the commands of README.md to be as it shows them. */
export function assertReadmeResponses(responses: string): void {
  const [created, refused, list, asked] = responses
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([created.id, created.priority, created.state], ['INC0000701', 'P2', 'new']);
  const [shownRefusal, shownCitation] = jsonBlocksOf(readme);
  const { request_id: _, ...expected } = shownRefusal;
  const { request_id, ...actual } = refused;
  assert.deepEqual(actual, expected, 'the response that README shows');
  assert.ok(request_id);
  assert.equal(list.data[0].id, 'INC0000701');
  assert.ok(list.total > 5, 'and what was there before');
  const [citation] = asked.citations;
  assert.deepEqual(
    { article_id: citation?.article_id, title: citation?.title },
    shownCitation,
    'the citation that README shows, at the first try',
  );
}

/** Asks the examples, and describes those that get no answer. */
async function findUnanswered(
  demonstration: Demonstration,
  examples: readonly ExampleQuestion[],
): Promise<string[]> {
  const token = (await runInShell(demonstration, 'echo $TOKEN')).trim();
  const unanswered: string[] = [];
  for (const { path, body, file } of examples) {
    const response = await fetch(
      `http://127.0.0.1:${demonstration.env['PORT']}/prod/api/v1${path}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    const { grounded, answer, index } = (await response.json()) as Record<string, any>;
    if (grounded !== true || index?.ready !== true)
      unanswered.push(`${file}: ${JSON.stringify(body)} got ${answer}`);
  }
  return unanswered;
}

/** By words alone the article is not the first result, so that only the embedding model puts it there. */
export const questionByMeaning = {
  text: 'the landline on my table is dead and shows no service',
  article: 'KB0000010',
};

/** Runs the example of the command line with the variables that the screen shows; sdk/test/package runs it by npx. */
function runCommandLine(demonstration: Demonstration): Promise<string> {
  const variables = demonstration.running.output().match(/^export SIGNALBOX_.*$/gm) ?? [];
  const commands = commandsOf(readme, 'command-line').join('\n');
  const local = commands.replace(
    'npx --yes http://localhost:8080/sdk.tgz',
    'node sdk/src/cli/main.ts',
  );
  assert.notEqual(local, commands, 'README runs the command by npx');
  const cache = `export NODE_COMPILE_CACHE=${compileCache}`;
  return runInShell(demonstration, [cache, ...variables, local].join('\n'));
}

async function runFirstMinute() {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const began = Date.now();
  const demonstration = await startDemonstration({ DEMO_DATA_DIR: folder });
  const seconds = { toGreeting: (Date.now() - began) / 1000, toResponses: 0, cpu: 0 };
  const responses = await runInShell(demonstration, commandsOf(readme).join('\n'));
  seconds.toResponses = (Date.now() - began) / 1000;
  seconds.cpu = cpuOf(demonstration.running.process.pid ?? 0) / 1_000_000;
  const unknown = questionsIn('signalbox ask "How many moons does Jupiter have?"', 'planted');
  const unanswered = await findUnanswered(demonstration, [...exampleQuestions(root), ...unknown]);
  const commandLine = await runCommandLine(demonstration);
  demonstration.running.process.kill('SIGTERM');
  const { code, output } = await waitForExit(demonstration.running);
  return { folder, seconds, responses, unanswered, commandLine, code, output };
}

export const firstMinute = (() => {
  let result: ReturnType<typeof runFirstMinute> | undefined;
  return () => (result ??= runFirstMinute());
})();
