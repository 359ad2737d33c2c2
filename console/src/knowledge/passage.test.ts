import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findPassage } from './passage.ts';

const pieces = ['Reset the ', 'VPN', ' profile', 'Open the client, then choose “Remove”.', 'Done.'];
const textOf = (passage: string): string | undefined => {
  const span = findPassage(pieces, passage);
  if (!span) return undefined;
  const { from, to } = span;
  return pieces
    .map((piece, index) => {
      if (index < from.piece || index > to.piece) return '';
      const end = index === to.piece ? to.offset : undefined;
      return piece.slice(index === from.piece ? from.offset : 0, end);
    })
    .join('|');
};

describe('A passage in an article', () => {
  test('a passage is found across pieces, whatever its punctuation and case', () => {
    assert.equal(
      textOf('the **vpn** profile\n\nopen THE client'),
      'the |VPN| profile|Open the client|',
    );
  });

  test('a passage is found within a piece', () => {
    assert.equal(textOf('choose "Remove"'), '|||choose “Remove|');
  });

  test('a passage is not found if the article has changed, or if it has no words', () => {
    assert.equal(textOf('something else'), undefined);
    assert.equal(textOf(' – '), undefined);
  });
});
