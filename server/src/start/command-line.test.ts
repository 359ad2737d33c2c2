import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createUserCommand, repeatCommand } from './command-line.ts';

const own = (env: Record<string, string> = {}, ...execArgv: string[]) => ({
  argv: ['/usr/bin/node', '/opt/signalbox/server/src/main.ts', 'api'],
  execArgv,
  env,
  cwd: () => '/opt/signalbox',
});
const byNpm = (script: string) =>
  own({ npm_package_name: 'signalbox', npm_lifecycle_event: script });

describe('Lines to paste', () => {
  test('a process is repeated as it was started, by npm or by node', () => {
    assert.equal(repeatCommand(byNpm('start')), 'npm start');
    assert.equal(repeatCommand(byNpm('dev')), 'npm run dev');
    assert.equal(
      repeatCommand(own({}, '--env-file=.env')),
      'node --env-file=.env server/src/main.ts api',
    );
  });

  test('a script of another package does not start this program', () => {
    const other = own({ npm_package_name: 'other', npm_lifecycle_event: 'start' });
    assert.equal(repeatCommand(other), 'node server/src/main.ts api');
  });

  test('words that a shell would split are quoted', () => {
    const { cwd: _, ...rest } = own({}, `--env-file=my file's.env`);
    assert.equal(
      repeatCommand({ ...rest, cwd: () => '/opt' }),
      `node '--env-file=my file'\\''s.env' signalbox/server/src/main.ts api`,
    );
  });

  test('the first user is created by the same program', () => {
    const words = 'user create --email ada@example.com --name Ada --role super_admin';
    assert.equal(createUserCommand(byNpm('start')), `npm run -s admin -- ${words}`);
    assert.equal(createUserCommand(own()), `node server/src/main.ts admin ${words}`);
  });
});
