// These rules hold for every kind of field.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

test('fields have no margin, so that the fields of a row begin at one height', () => {
  const css = read('fields.module.css');
  const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].filter(([, selector = '']) =>
    selector.includes('.field'),
  );
  assert.ok(rules.length > 0);
  for (const [rule, , body = ''] of rules) assert.doesNotMatch(body, /margin/, rule);
});

test('a dialog can focus every kind of field, so that it focuses the first', () => {
  const fields = readdirSync(new URL('.', import.meta.url)).filter((name) =>
    /<(input|select|textarea)\b/.test(name.endsWith('.tsx') ? read(name) : ''),
  );
  // The editor of a page stands in no dialog.
  const others = ['text-editor.tsx'];
  assert.ok(fields.length > others.length);
  for (const name of fields.filter((one) => !others.includes(one)))
    assert.match(read(name), /\.\.\.firstField/, name);
});
