import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { distinctiveWords, questionKeys, wordsOf } from './question.ts';

const signatureOf = (question: string): string => questionKeys(question).signature;
const keyOf = (question: string): string => questionKeys(question).question;

describe('Questions that are the same', () => {
  for (const [one, other] of [
    ['How do I reset my password?', 'how do i reset my password'],
    ['How do I reset my password?', 'Please, how can I reset my password? Thanks!'],
    ["Why can't I print?", 'Why can not I print'],
    ['What is the way to reset my password?', 'How to reset my password'],
  ] as const)
    test(`"${one}" and "${other}" are the same question`, () => {
      assert.equal(signatureOf(one), signatureOf(other));
    });

  test('questions that differ in case, punctuation, politeness or contractions have an equal key', () => {
    assert.equal(
      keyOf('How do I reset my password?'),
      keyOf('HOW CAN I RESET MY PASSWORD, please'),
    );
    assert.equal(keyOf("I can't print"), keyOf('I cannot print!'));
  });
});

describe('Questions that are not the same', () => {
  for (const [one, other] of [
    ['What is the state of CHG0012345?', 'What is the state of CHG0012346?'],
    ['How do I enable the VPN?', 'How do I disable the VPN?'],
    ['How do I turn on the VPN?', 'How do I turn off the VPN?'],
    ['How do I sign in to the portal?', 'How do I sign out of the portal?'],
    ['Can I print without a badge?', 'Can I print with a badge?'],
    ['Why does it start?', 'Why does it not start?'],
    ['Is it allowed?', "Isn't it allowed?"],
    ['Wi-Fi in Lyon is down', 'Wi-Fi in Graz is down'],
    ['Error 0x80070005 on update', 'Error 0x80070006 on update'],
    ['Move data from A1 to B2', 'Move data from B2 to A1'],
    ['Roll up the release', 'Roll back the release'],
    ['Restart mail-01', 'Restart mail-02'],
    ['Keep backups for 30 days', 'Keep backups for 90 days'],
    ['Before the update', 'After the update'],
  ] as const)
    test(`"${one}" and "${other}" are different questions`, () => {
      assert.notEqual(signatureOf(one), signatureOf(other));
    });

  test('identifiers are whole words, and common words are not distinctive', () => {
    assert.deepEqual(wordsOf('Is 10.0.0.1/24 on mail-01.example.com?'), [
      'is',
      '10.0.0.1/24',
      'on',
      'mail-01.example.com',
    ]);
    assert.deepEqual(distinctiveWords(wordsOf('How do I get the printers in Lyon?')), [
      'printer',
      'lyon',
    ]);
  });
});
