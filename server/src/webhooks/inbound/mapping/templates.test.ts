import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Members } from './paths.ts';
import { TemplateError } from './scanner.ts';
import { parseTemplate, render } from './templates.ts';

const payload = {
  title: ' Disk ',
  labels: { severity: 'critical', 'app.kubernetes.io/name': 'mail' },
  alerts: [{ status: 'firing', value: 0 }],
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
  ];
  for (const [template, message] of faults)
    test(`the template "${template.slice(0, 40)}" is rejected with the position of the error`, () =>
      assert.throws(
        () => parseTemplate(template),
        (error) => error instanceof TemplateError && message.test(error.message),
      ));
});
