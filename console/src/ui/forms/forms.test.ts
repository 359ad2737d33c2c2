// Fields are laid out by what contains them: a margin of their own would shift those of one row.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('fields have no margin between them, so that those of a row begin at one height', () => {
  const css = readFileSync(new URL('fields.module.css', import.meta.url), 'utf8');
  const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].filter(([, selector = '']) =>
    selector.includes('.field'),
  );
  assert.ok(rules.length > 0);
  for (const [rule, , body = ''] of rules) assert.doesNotMatch(body, /margin/, rule);
});
