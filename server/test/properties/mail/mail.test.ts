import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseMail } from '../../../src/mail/text/parse/parse.ts';
import { randomFrom } from '../../support/random.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import { drawConversation } from './conversations.ts';
import { faultOfText } from './text.ts';

describe('Random mails', () => {
  testShort(propertyTests['mail-text']);
  testShort(propertyTests['mail-corpus']);
  testShort(propertyTests['mail-outcomes']);
  testShort(propertyTests['mail-matching']);
  testShort(propertyTests['mail-loops']);

  test('the comparison detects planted faults', async () => {
    const random = randomFrom(1);
    for (let number = 0; number < 20; number += 1) {
      const mail = drawConversation(random, number);
      const result = await parseMail(mail.raw);
      assert.equal(faultOfText(mail, result), undefined);
      const planted = [
        { ...mail, note: `${mail.note}x` },
        { ...mail, folded: ['words that no mail has'] },
        ...(mail.whole === undefined ? [] : [{ ...mail, whole: mail.whole.slice(1) }]),
      ];
      for (const other of planted) assert.notEqual(faultOfText(other, result), undefined);
    }
  });
});
