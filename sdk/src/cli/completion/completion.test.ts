// The scripts are run by the shells themselves; a machine may lack zsh, whose script is then checked by its form.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { globalOptions } from '../command.ts';
import { commands } from '../commands.ts';
import { bashScript } from './bash.ts';
import { quote } from './candidates.ts';
import { zshScript } from './zsh.ts';

/** Bash splits a line at spaces, and also at equals signs and colons; the last word is completed. */
const lines: Record<string, string[]> = {
  inc: ['incidents'],
  'requests ': [
    'list',
    'show',
    'create',
    'update',
    'approve',
    'reject',
    'fulfil',
    'cancel',
    'apply-macro',
    'note',
  ],
  'incidents upd': ['update'],
  'profiles ': ['use'],
  'incidents list --sta': ['--state'],
  'incidents list --state o': ['on_hold'],
  'incidents list --state = o': ['on_hold'],
  'incidents list --state =': [
    'new',
    'in_progress',
    'on_hold',
    'resolved',
    'closed',
    'cancelled',
    'reopened',
  ],
  'incidents list --state new,in': ['new,in_progress'],
  'incidents show INC0000042 --j': ['--json'],
  '--profile ci incidents sh': ['show'],
  '--url http : //localhost : 8080 changes sub': ['submit'],
  'export --output x.jsonl c': ['cis'],
  'export --output a = b.jsonl c': ['cis'],
  'incidents create --set site = Munich --prio': ['--priority'],
  'incidents list --where site = M': [],
  'changes create Upgrade --risk h': ['high'],
  'api P': ['POST', 'PATCH', 'PUT'],
  'completion z': ['zsh'],
  'bulk package.j': ['package.json'],
  'bulk x.csv --rejected packa': ['package.json'],
  'incidents show ': [],
  'ask --model nothing-like-that': [],
};

function completeInBash(): string[][] {
  const calls = Object.keys(lines).map((line) => {
    const words = ['signalbox', ...line.split(' ')];
    return `COMP_WORDS=(${words.map(quote).join(' ')}); COMP_CWORD=${words.length - 1}; _signalbox; printf '%s\\n' "\${COMPREPLY[*]}"`;
  });
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['--norc', '-c', `set -u\n${bashScript(commands)}\n${calls.join('\n')}`],
    { cwd: new URL('../../../', import.meta.url), encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').filter(Boolean));
}

describe('Completion', () => {
  test('bash completes commands, options, values, lists and files', () => {
    const completed = completeInBash();
    for (const [index, [line, expected]] of Object.entries(lines).entries())
      assert.deepEqual(completed[index] ?? [], expected, line);
  });

  test('zsh accepts its script, which has every command, option and choice', (t) => {
    const script = zshScript(commands);
    assert.match(script, /^#compdef signalbox\n/);
    const { status, error, stderr } = spawnSync('zsh', ['-n'], { input: script, encoding: 'utf8' });
    if (error) t.diagnostic('zsh is not installed');
    else assert.equal(status, 0, stderr);
    for (const { path, summary, options = {} } of commands) {
      const meaning = `${path.split(' ').at(-1)}:${summary}`;
      assert.ok(script.includes(quote(meaning)), meaning);
      for (const [name, { choices = [] }] of Object.entries({ ...options, ...globalOptions })) {
        assert.ok(script.includes(`'--${name}:`), name);
        for (const choice of choices) assert.ok(script.includes(quote(choice)), choice);
      }
    }
  });

  test('the scripts have balanced quotes and parentheses in every branch', () => {
    for (const script of [bashScript(commands), zshScript(commands)])
      for (const branch of script.split('\n').filter((line) => line.endsWith(' ;;'))) {
        const bare = branch.replaceAll(String.raw`'\''`, '').replaceAll(/'[^']*'/g, '');
        assert.ok(!bare.includes("'"), branch);
      }
  });
});
