import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from './commands.ts';
import { CliError } from './exit-codes.ts';
import { parse } from './parse.ts';

const parseLine = (line: string) => parse(line.split(' '), commands);

/** Returns the message and hints of the usage error. */
function faultOf(line: string): string {
  try {
    parseLine(line);
  } catch (error) {
    assert.ok(error instanceof CliError && error.exit === 'usage', String(error));
    return [error.message, ...error.hints].join('\n');
  }
  throw new Error(`accepted: ${line}`);
}

describe('Arguments of the command line', () => {
  test('the longest command wins, and global options may stand before it', () => {
    const { command, args, values } = parseLine('--profile ci incidents show INC0000042 --json');
    assert.equal(command?.path, 'incidents show');
    assert.equal(args['id'], 'INC0000042');
    assert.equal(values.text('profile'), 'ci');
    assert.equal(values.flag('json'), true);
    assert.equal(parseLine('profiles use ci').command?.path, 'profiles use');
    assert.equal(parseLine('profiles').command?.path, 'profiles');
  });

  test('options set the parameters of the API, and an age becomes a time', () => {
    const { values } = parseLine(
      'incidents list --group=network --state new,on_hold --created-after 2h',
    );
    const { created_after: after, ...rest } = values.parameters();
    assert.deepEqual(rest, { assignment_group: 'network', state: 'new,on_hold' });
    const age = Date.now() - Date.parse(after ?? '');
    assert.ok(Math.abs(age - 7_200_000) < 60_000, after);
  });

  const mistakes: Record<string, RegExp> = {
    'incidnts list': /no command incidnts[^]*Did you mean `signalbox incidents`/,
    'incidents lst': /no command lst[^]*`signalbox incidents list`/,
    'incidents list --stat new': /no option --stat\.[^]*Did you mean --state\?/,
    'requests get REQ0000012': /no command get[^]*Did you mean `signalbox requests show`\?/,
    'changes aprove CHG0000007': /Did you mean `signalbox changes approve`\?/,
    'incidents list --state neww': /neww is not allowed[^]*Did you mean new\?/,
    'incidents list --state': /--state needs a value: new, in_progress/,
    'incidents list --category --json': /--category needs a value/,
    'incidents list --limit 0': /not a whole number/,
    'incidents list --created-after yesterday': /not a time[^]*7d/,
    'incidents show': /needs <id>[^]*signalbox incidents show INC0000042/,
    'incidents show INC1 INC2': /takes 1 argument, but INC2 was given too/,
    'incidents list --json=yes': /--json takes no value/,
    'export everything': /Allowed: incidents, cis, articles/,
    'xyz --json': /no command xyz/,
  };
  for (const [line, expected] of Object.entries(mistakes))
    test(`"${line}" is refused with the next step`, () => assert.match(faultOf(line), expected));

  test('help is shown without the arguments of the command', () => {
    const { command, values } = parseLine('incidents show --help');
    assert.equal(command?.path, 'incidents show');
    assert.ok(values.flag('help'));
  });
});
