import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resolutionTexts } from './resolution-text.ts';

describe('Text of a suggested resolution', () => {
  const cases: [string, string[], string[]][] = [
    [
      'a sentence of an earlier case is left out, also if its letter case or punctuation differs',
      ['Restarted the pool. Raised it to 20.', 'Restarted  the pool! Informed the owner.'],
      ['Restarted the pool. Raised it to 20.', 'Informed the owner.'],
    ],
    [
      'the text of a case that repeats an earlier one is empty',
      ['Cleared the cache.', 'Cleared the cache.'],
      ['Cleared the cache.', ''],
    ],
    [
      'a sentence that occurs twice in one text is left once',
      ['Did it. Did it. Done.'],
      ['Did it. Done.'],
    ],
    [
      'references to other incidents are left out',
      ['Restarted it (INC0000042: Checkout is slow), as in INC0000043. Checked [INC0000044].'],
      ['Restarted it. Checked.'],
    ],
    [
      'a sentence about another incident is left out',
      ['Duplicate of INC0000042. Renewed the certificate.'],
      ['Renewed the certificate.'],
    ],
    [
      'lists, code and other parentheses are unchanged',
      ['1. Open it (the lid).\n   - Press it.\n\n```\nif (x) {\n}\nif (y) {\n}\n```'],
      ['1. Open it (the lid).\n   - Press it.\n\n```\nif (x) {\n}\nif (y) {\n}\n```'],
    ],
  ];
  for (const [name, texts, expected] of cases)
    test(name, () => assert.deepEqual(resolutionTexts(texts), expected));
});
