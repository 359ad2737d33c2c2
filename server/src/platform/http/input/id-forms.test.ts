import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formSentence } from './id-forms.ts';
import { idText } from './schema.ts';

const hex = '019a86517f9e7c3e9d5e0f1a2b3c4d5e';
const schemas = {
  incident: idText('Incident ids', { pattern: '^INC[0-9A-Z]{7}$', example: 'INC0000042' }),
  ci: idText('CI ids', { pattern: '^CI[0-9]{1,18}$', example: 'CI1042' }),
  job: idText('Job ids', { pattern: '^job_[0-9a-f]{32}$', example: `job_${hex}` }),
  client: idText('Client ids', { pattern: '^[a-z0-9][a-z0-9._-]{1,62}$', example: 'grafana' }),
};

describe('Ids of another form', () => {
  const meant: [schema: keyof typeof schemas, given: string, id: string | undefined][] = [
    ['incident', '701', 'INC0000701'],
    ['incident', '0000701', 'INC0000701'],
    ['incident', 'inc0000701', 'INC0000701'],
    ['incident', 'INC701', 'INC0000701'],
    ['incident', 'inc-701', 'INC0000701'],
    ['incident', '#701', 'INC0000701'],
    ['incident', 'a000001', 'INCA000001'],
    ['incident', '12345678', undefined],
    ['incident', 'CHG0000012', undefined],
    ['incident', '', undefined],
    ['ci', '1042', 'CI1042'],
    ['ci', 'ci1042', 'CI1042'],
    ['job', hex.toUpperCase(), `job_${hex}`],
    ['job', `JOB_${hex}`, `job_${hex}`],
    ['job', '7', undefined],
    ['client', 'Grafana', 'grafana'],
    ['client', '_x', undefined],
    ['ci', `${'0'.repeat(90)}${'1'.repeat(20)}`, undefined],
  ];
  for (const [name, given, id] of meant)
    test(`"${given}" ${id === undefined ? `is no id of a ${name}` : `probably means ${id}`}`, () => {
      const sentence = formSentence(schemas[name] as never, given);
      const end = id === undefined ? '.' : `; did you mean ${id}?`;
      assert.match(sentence, /^(Incident|CI|Job|Client) ids look like /);
      assert.ok(sentence.endsWith(end), sentence);
      assert.equal(sentence.includes('did you mean'), id !== undefined);
    });
});
