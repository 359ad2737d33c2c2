import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Members, pathOf } from './paths.ts';
import { TemplateError } from './scanner.ts';
import { parseTemplate, render } from './templates.ts';

const payload = {
  title: ' Disk ',
  labels: { severity: 'critical', 'app.kubernetes.io/name': 'mail' },
  alerts: [{ status: 'firing', value: 0 }],
  group: [{ name: 'one', at: { host: 'a' } }, { at: { host: 'b' } }, { name: '' }, { name: 'two' }],
  tags: ['x', null, 2, 'y'],
  '*': { star: 'literal' },
  nothing: null,
  yes: true,
};
const show = (template: string): string =>
  render(parseTemplate(template), { payload, headers: { 'x-kind': 'test' } }, new Members()).text;

describe('Templates', () => {
  const cases: [template: string, result: string][] = [
    ['plain', 'plain'],
    ['', ''],
    ['{{ title }}!', ' Disk !'],
    ['{{title|trim|upper}}', 'DISK'],
    ['{{ payload.labels.severity }}', 'critical'],
    ['{{ $.labels.severity }}', 'critical'],
    ['$.labels.severity', 'critical'],
    ['$.labels.severity | upper', 'CRITICAL'],
    ['{{ labels["app.kubernetes.io/name"] }}', 'mail'],
    ['{{ alerts[0].status }}/{{ alerts.0.value }}', 'firing/0'],
    ['{{ alerts[1].status }}', ''],
    ['{{ nothing | default:"none" }} {{ yes }}', 'none true'],
    ['{{ labels.severity | map:"critical=P1, warning=P3" }}', 'P1'],
    ['{{ title | map:"critical=P1" | default:"P3" }}', 'P3'],
    [`{{ no | default:'say "no"' }}`, 'say "no"'],
    ['{{ no | default:"a \\"b\\" | }}" }}', 'a "b" | }}'],
    ['{{ alerts }}', '[{"status":"firing","value":0}]'],
    ['{{ labels.severity | truncate:4 }}', 'crit'],
    ['{{ $headers.X-Kind }}', 'test'],
    ['{{ group[*].name | join:", " }}', 'one, two'],
    ['{{ $.group[*].at.host | join:"\\n- " }}', 'a\n- b'],
    ['$.group[*].at["host"] | join:"/" | upper', 'A/B'],
    ['{{ tags[*] | join:"" }}', 'x2y'],
    ['{{ group[*].at | join:"; " }}', '{"host":"a"}; {"host":"b"}'],
    ['{{ group[*].no | join:", " | default:"none" }}', 'none'],
    ['{{ labels[*].severity | join:", " }}{{ title[*] | join:"," }}{{ no[*] | join:"," }}', ''],
    ['{{ tags[*] | join:"\\"\\\\" | truncate:3 }}', 'x"\\'],
    ['{{ no | default:"a\\nb" }}', 'anb'],
    ['{{ ["*"].star }}', 'literal'],
    ['}} { {', '}} { {'],
    [
      '{{ __proto__.x }}{{ constructor }}{{ labels.toString }}{{ alerts.map }}{{ title.length }}',
      '',
    ],
  ];
  for (const [template, result] of cases)
    test(`the template "${template}" renders ${result ? `"${result}"` : 'nothing'}`, () =>
      assert.equal(show(template), result));

  const faults: [template: string, message: RegExp][] = [
    ['{{ title', /character 9: expected }} or \|/],
    ['{{ }}', /character 4: the name/],
    ['{{ a | uper }}', /character 8: expected one of default, map/],
    ['{{ a | truncate }}', /expected : and a number/],
    ['{{ a | default:x }}', /expected quoted text/],
    ['{{ a | map:"x" }}', /pairs such as/],
    ['{{ a[x] }}', /between \[ and \]/],
    ['{{ a["x }}', /not closed/],
    ['{{ a | toString }}', /after \|/],
    ['{{a}}'.repeat(21), /at most 20/],
    ['{{ a[*].b }}', /character 11: expected \| join:"…" after a path with \[\*\]/],
    ['{{ a[*] | upper | join:"," }}', /expected \| join/],
    ['{{ a | join:"," }}', /join must come first after a path with \[\*\]/],
    ['{{ a[*] | join:"," | join:";" }}', /join must come first/],
    ['{{ a[*].b[*].c | join:"," }}', /character 10: a path has at most one \[\*\]/],
    ['{{ a[*] | join }}', /expected : and quoted text/],
    ['{{ a[*] | join:"," | trim | trim | trim | trim | trim }}', /at most 5 pipes/],
  ];
  for (const [template, message] of faults)
    test(`the template "${template.slice(0, 40)}" is rejected with the position of the error`, () =>
      assert.throws(
        () => parseTemplate(template),
        (error) => error instanceof TemplateError && message.test(error.message),
      ));

  const renderList = (list: unknown, template = '{{ list[*].a | join:"\\n" }}') =>
    render(parseTemplate(template), { payload: { list }, headers: {} }, new Members());

  test('join reads the first 100 items of a list and says that more were left out', () => {
    const list = Array.from({ length: 101 }, (_, n) => ({ a: n }));
    const { text, missing, cuts } = renderList(list);
    assert.equal(text, Array.from({ length: 100 }, (_, n) => n).join('\n'));
    assert.deepEqual(missing, []);
    assert.deepEqual(cuts, ['Only the first 100 of 101 items of list[*] were joined.']);
    assert.deepEqual(renderList(list.slice(1)).cuts, []);
  });

  test('join keeps at most 16,384 bytes, splits no character, and says so', () => {
    const exact = renderList([{ a: 'x'.repeat(16_382) }, { a: 'y' }]);
    assert.deepEqual([exact.text.length, exact.cuts], [16_384, []]);
    for (const character of ['x', 'é', '\u6f22', '\u{1F525}']) {
      const { text, cuts } = renderList([{ a: 'z' }, { a: character.repeat(16_384) }]);
      const bytes = Buffer.byteLength(text);
      assert.ok(bytes <= 16_384 && bytes > 16_384 - Buffer.byteLength(character), `${bytes} bytes`);
      assert.equal(text, `z\n${character.repeat((text.length - 2) / character.length)}`);
      assert.deepEqual(cuts, [`Only the first ${bytes} bytes of list[*] were joined.`]);
    }
    const { text, cuts } = renderList(
      [{ a: 'x'.repeat(9000) }],
      '{{ list[*].a | join:"" }}'.repeat(3),
    );
    assert.deepEqual(
      [text.length, cuts],
      [20_000, ['Only the first 2000 bytes of list[*] were joined.']],
    );
  });

  test('a list that cannot be joined is explained', () => {
    assert.deepEqual(renderList([{ b: 1 }]).missing, ['No item of list has a; it is a list of 1.']);
    assert.deepEqual(renderList({ a: 1 }).missing, ['list is not a list; it has a.']);
    assert.deepEqual(renderList(undefined).missing, ['list is not in the payload; it has list.']);
    assert.deepEqual(renderList([{ a: '' }]).missing, []);
  });

  test('a filter cannot use [*]', () => {
    assert.throws(
      () => pathOf('alerts[*].status'),
      /character 7: \[\*\] is allowed in templates only/,
    );
  });
});
