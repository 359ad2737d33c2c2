import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearestAddress } from './nearest.ts';

describe('The address that a mistyped one means', () => {
  const known = ['ada.ellis@example.com', 'Ben.Ode@example.com', 'bea@example.org'];
  const findIn = (given: string) => nearestAddress(given, known);

  test('a mistake on one side of the @ is found, regardless of case', () => {
    assert.equal(findIn('ada.elis@example.com'), 'ada.ellis@example.com');
    assert.equal(findIn('BEN.OED@EXAMPLE.COM'), 'Ben.Ode@example.com');
    assert.equal(findIn('ada.ellis@exmaple.com'), 'ada.ellis@example.com');
  });

  test('another person of the same domain, and mistakes on both sides, are not near', () => {
    assert.equal(findIn('cyd@example.com'), undefined);
    assert.equal(findIn('ben.oed@exmaple.com'), undefined);
    assert.equal(nearestAddress('ada@example.com', []), undefined);
  });
});
