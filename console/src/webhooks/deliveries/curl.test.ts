import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { curlOf } from './curl.ts';

const body = `{"event":"incident.created","data":{"text":"It's $HOME \`date\` \\"x\\"\\n é"}}`;
const request = {
  method: 'POST',
  url: "https://receiver.example.com/hooks?a=1&b='",
  headers: {
    'content-type': 'application/json',
    'content-length': '5',
    authorization: '***',
    'x-service-signature': 'abc',
    'webhook-signature': 'v1,abc',
  },
};

/** Runs the commands with `curl` replaced by a function that prints its arguments. */
const run = (command: string): string[] =>
  execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
    env: { ...process.env, SECRET: 'whsec_c2VjcmV0', AUTHORIZATION: 'Bearer abc' },
  }).split('\0');

describe('A delivery as curl', () => {
  test('the curl command sends the same bytes, signed with $SECRET, with masked values from variables', () => {
    const signature = createHmac('sha256', 'whsec_c2VjcmV0').update(body).digest('hex');
    const [, , method, url, ...rest] = run(curlOf(request, body));
    assert.deepEqual(
      [method, url, ...rest.slice(0, -1)],
      [
        'POST',
        request.url,
        '-H',
        'content-type: application/json',
        '-H',
        'authorization: Bearer abc',
        '-H',
        `x-service-signature: ${signature}`,
        '--data-binary',
        body,
      ],
    );
  });

  test('the curl command of an unsigned delivery has no signature', () => {
    const command = curlOf({ ...request, headers: {} }, body);
    assert.ok(!command.includes('SIGNATURE'), command);
  });
});
