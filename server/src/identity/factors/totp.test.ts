// The codes are those of RFC 6238, appendix B.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { stepOf, totpKeyText, totpUrl } from './totp.ts';

/** The seed is repeated up to the length of the hash. */
const seed = (length: number): string => '1234567890'.repeat(7).slice(0, length);

const vectors: [seconds: number, sha1: string, sha256: string, sha512: string][] = [
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
];
const secret = Buffer.from(seed(20));

describe('Codes of authenticator apps', () => {
  for (const [seconds, sha1, sha256, sha512] of vectors) {
    test(`the code at ${seconds} s is that of the RFC`, () => {
      const now = new Date(seconds * 1000);
      // Six digits are the last six of eight: the number is cut by a power of ten.
      assert.equal(stepOf(secret, sha1.slice(2), now), Math.floor(seconds / 30));
      const all = { SHA1: [20, sha1], SHA256: [32, sha256], SHA512: [64, sha512] } as const;
      for (const [algorithm, [length, code]] of Object.entries(all)) {
        const totp = new TOTP({ algorithm, digits: 8, secret: Secret.fromUTF8(seed(length)) });
        assert.equal(totp.generate({ timestamp: now.getTime() }), code, algorithm);
      }
    });
  }

  test('a code is valid one period early and late, and no further', () => {
    const code = '081804';
    const step = Math.floor(1_111_111_109 / 30);
    const at = (periods: number) => stepOf(secret, code, new Date((step + periods) * 30_000));
    assert.deepEqual([-2, -1, 0, 1, 2].map(at), [undefined, step, step, step, undefined]);
  });

  test('anything but six digits is refused', () => {
    const now = new Date(59_000);
    for (const code of ['', '28708', '94287082', '2870 82', '２８７０８２', '287082\n', '-87082'])
      assert.equal(stepOf(secret, code, now), undefined, code);
  });

  test('the key is shown in groups, and the URL names issuer and person', () => {
    assert.equal(totpKeyText(secret), 'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
    assert.equal(
      totpUrl(secret, 'Signalbox', 'ada@example.com'),
      'otpauth://totp/Signalbox:ada%40example.com?issuer=Signalbox&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    );
  });
});
