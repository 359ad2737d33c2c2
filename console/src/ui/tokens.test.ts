// Text must have a contrast of 4.5:1 on every surface it is used on, borders of controls one of 3:1.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

type Tokens = Record<string, string>;

const blockOf = (text: string, selector: string): Tokens => {
  const start = text.indexOf(`${selector} {`);
  const block = text.slice(start, text.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
};

const schemesOf = (text: string): Record<string, Tokens> => ({
  light: blockOf(text, ':root'),
  dark: blockOf(text, ":root[data-mantine-color-scheme='dark']"),
});

/** Computes the relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['bg', 'sunken', 'selected'];
const hues = ['red', 'amber', 'green', 'violet', 'blue'];
const onSurfaces = ['text-1', 'text-2', 'text-3', 'accent', ...hues];

const pairs: readonly (readonly [front: string, back: string, least: number])[] = [
  ...onSurfaces.flatMap((front) => surfaces.map((back) => [front, back, 4.5] as const)),
  ...hues.map((hue) => [hue, `${hue}-tint`, 4.5] as const),
  ['on-accent', 'accent', 4.5],
  // P1 has a solid mark.
  ['bg', 'red', 4.5],
  ['control', 'bg', 3],
  ['control', 'sunken', 3],
];

const faultsOf = (text: string): string[] =>
  Object.entries(schemesOf(text)).flatMap(([scheme, tokens]) =>
    pairs.flatMap(([front, back, least]) => {
      const [a, b] = [tokens[front], tokens[back]];
      if (!a || !b) return [`${scheme}: ${front} or ${back} is missing`];
      const found = contrast(a, b);
      return found < least ? [`${scheme}: ${front} on ${back} is ${found.toFixed(2)}:1`] : [];
    }),
  );

describe('Tokens', () => {
  test('every pair of colours that is used has enough contrast, light and dark', () => {
    assert.deepEqual(faultsOf(css), []);
    assert.ok(Math.abs(contrast('#ffffff', '#000000') - 21) < 0.001);
  });

  test('a planted colour below 4.5:1 is found', () => {
    assert.notDeepEqual(faultsOf(css.replace('--text-3: #626c7a', '--text-3: #8a94a3')), []);
    assert.notDeepEqual(faultsOf(css.replace('--amber: #f2b64c', '--amber: #8a5000')), []);
  });
});
