import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';

const office = [['08:00', '17:00']];
const week = { mon: office, tue: office, wed: office, thu: office, fri: [['08:00', '15:00']] };
const munich = (fields: Json = {}): Json => ({
  name: 'Office hours Munich',
  time_zone: 'Europe/Berlin',
  weekly: week,
  ...fields,
});
const christmas = { date: '2026-12-25', name: 'Christmas Day', hours: [] };
const eve = { date: '2026-12-24', name: 'Christmas Eve', hours: [['08:00', '12:00']] };

describe('Calendars', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ now: () => new Date('2026-12-23T22:30:00Z') });
  });
  after(() => instance.stop());

  const call = (method: string, path: string, body?: Json, as = 'itsm_manager') =>
    instance.call(method, `/calendars${path}`, { as, ...(body && { body }) } as never);
  const create = async (fields: Json = {}): Promise<Json> => {
    const { status, text, body } = await call('POST', '', munich(fields));
    assert.equal(status, 201, text);
    return body;
  };
  const open = async (id: string, query: string): Promise<Json> => {
    const { status, text, body } = await call('GET', `/${id}/open?${query}`, undefined, 'agent');
    assert.equal(status, 200, text);
    return body;
  };

  test('one is created, listed, updated and deleted by managers, with its audit entries', async () => {
    const made = await create({ time_zone: 'europe/berlin', exceptions: [christmas, eve] });
    assert.match(made.id, /^cal_/);
    assert.deepEqual(
      [made.version, made.time_zone, made.exceptions],
      [1, 'Europe/Berlin', [eve, christmas]],
    );
    assert.deepEqual(Object.keys(made.weekly), ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);
    assert.deepEqual(made.weekly, { ...week, sat: [], sun: [] });
    const { body: list } = await call('GET', '', undefined, 'requester');
    assert.equal(list.data[0].id, made.id);
    assert.equal(list.data[0].exceptions, undefined);
    const updated = await instance.call('PATCH', `/calendars/${made.id}`, {
      body: { exceptions: [eve] },
      headers: { 'if-match': '"1"' },
    });
    assert.deepEqual([updated.status, updated.body.version], [200, 2], updated.text);
    const late = await instance.call('PATCH', `/calendars/${made.id}`, {
      body: { name: 'Late' },
      headers: { 'if-match': '"1"' },
    });
    assert.equal(late.status, 412);
    assert.equal((await call('DELETE', `/${made.id}`)).status, 200);
    assert.equal((await call('GET', `/${made.id}`)).status, 404);
    assert.equal((await call('GET', `/${made.id}/open`)).status, 404);
    const { body: trail } = await instance.call('GET', `/audit?record=${made.id}`);
    assert.deepEqual(
      trail.data.map(({ kind, changes }: Json) => [kind, changes.exceptions?.from?.length]),
      [
        ['calendar.deleted', undefined],
        ['calendar.updated', 2],
        ['calendar.created', undefined],
      ],
    );
  });

  test('everybody reads calendars, and only managers write and preview them', async () => {
    const { id } = await create();
    for (const role of ['agent', 'requester', 'auditor']) {
      assert.equal((await call('GET', `/${id}`, undefined, role)).status, 200);
      assert.equal((await call('POST', '', munich(), role)).status, 403);
      assert.equal((await call('PATCH', `/${id}`, { name: 'X' }, role)).status, 403);
      assert.equal((await call('DELETE', `/${id}`, undefined, role)).status, 403);
      const definition = { time_zone: 'UTC', weekly: {} };
      assert.equal((await call('POST', '/preview', definition, role)).status, 403);
    }
  });

  const refused: [fault: string, fields: Json, pointer: string, code: string][] = [
    ['an unknown zone', { time_zone: 'Europe/Munich' }, '/time_zone', 'invalid_format'],
    ['an offset as a zone', { time_zone: '+01:00' }, '/time_zone', 'invalid_format'],
    [
      'a time without its zero',
      { weekly: { mon: [['8:00', '17:00']] } },
      '/weekly/mon/0/0',
      'invalid_format',
    ],
    [
      'a minute after midnight',
      { weekly: { mon: [['08:00', '24:01']] } },
      '/weekly/mon/0/1',
      'invalid_format',
    ],
    [
      'hours past midnight',
      { weekly: { fri: [['22:00', '06:00']] } },
      '/weekly/fri/0',
      'not_allowed',
    ],
    [
      'a begin at the end of the day',
      { weekly: { fri: [['24:00', '24:00']] } },
      '/weekly/fri/0',
      'not_allowed',
    ],
    [
      'hours that overlap',
      {
        weekly: {
          sat: [
            ['09:00', '12:00'],
            ['08:00', '09:01'],
          ],
        },
      },
      '/weekly/sat/1',
      'not_allowed',
    ],
    [
      'two exceptions of a date',
      { exceptions: [eve, { ...eve, name: 'Again' }] },
      '/exceptions/1/date',
      'not_allowed',
    ],
    [
      'a date that does not exist',
      { exceptions: [{ ...eve, date: '2026-02-29' }] },
      '/exceptions/0/date',
      'invalid_format',
    ],
    [
      'wrong hours of an exception',
      { exceptions: [{ ...eve, hours: [['12:00', '12:00']] }] },
      '/exceptions/0/hours/0',
      'not_allowed',
    ],
    ['an unknown weekday', { weekly: { monday: [] } }, '/weekly/monday', 'unknown_field'],
  ];
  for (const [fault, fields, pointer, code] of refused)
    test(`a calendar with ${fault} is refused`, async () => {
      const response = await call('POST', '', munich(fields));
      assert.equal(response.status, 400, response.text);
      assert.deepEqual(
        response.body.errors.map((one: Json) => [one.pointer, one.code]),
        [[pointer, code]],
      );
    });

  test('a calendar is asked whether and how long it is open, with the version that answers', async () => {
    const { id } = await create({ exceptions: [eve, christmas] });
    const days = await open(id, 'from=2026-12-24T07:00:00Z&to=2026-12-29T07:30:00Z');
    assert.deepEqual(days, {
      calendar: { id, version: 1 },
      from: '2026-12-24T07:00:00.000Z',
      to: '2026-12-29T07:30:00.000Z',
      open: true,
      open_seconds: (4 + 9 + 0.5) * 3600,
      parts: [
        { from: '2026-12-24T07:00:00.000Z', to: '2026-12-24T11:00:00.000Z' },
        { from: '2026-12-28T07:00:00.000Z', to: '2026-12-28T16:00:00.000Z' },
        { from: '2026-12-29T07:00:00.000Z', to: '2026-12-29T07:30:00.000Z' },
      ],
    });
    const now = await open(id, '');
    assert.deepEqual(
      [now.from, now.to, now.open, now.open_seconds],
      ['2026-12-23T22:30:00.000Z', '2026-12-24T22:30:00.000Z', false, 4 * 3600],
    );
    const years = await open(id, 'from=2020-01-01T00:00:00Z&to=2030-01-01T00:00:00Z');
    assert.deepEqual([years.parts.length, years.truncated], [100, true]);
    // Ten years have 2,087 Mondays to Thursdays and 522 Fridays; one Thursday ends at noon, and one Friday is closed.
    assert.equal(years.open_seconds, (2087 * 9 + 522 * 7 - 5 - 7) * 3600);
  });

  test('a span that is reversed, longer than ten years or too early is refused', async () => {
    const { id } = await create();
    for (const [query, pointer] of [
      ['from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z', '/to'],
      ['from=2026-01-02T00:00:00Z&to=2036-01-02T00:00:01Z', '/to'],
      ['from=1969-12-31T23:59:59Z&to=1970-01-01T00:00:00Z', '/from'],
      ['from=2199-12-31T00:00:00Z&to=2200-01-01T00:00:01Z', '/to'],
    ]) {
      const response = await call('GET', `/${id}/open?${query}`);
      assert.equal(response.status, 400, response.text);
      assert.equal(response.body.errors[0].pointer, pointer);
    }
  });

  test('a preview shows the next 14 days from today in the zone of the calendar', async () => {
    const { body, status, text } = await call('POST', '/preview', {
      time_zone: 'Asia/Tokyo',
      weekly: week,
      exceptions: [eve],
    });
    assert.equal(status, 200, text);
    assert.equal(body.data.length, 14);
    assert.deepEqual(body.data.slice(0, 3), [
      {
        date: '2026-12-24',
        exception: 'Christmas Eve',
        hours: [['08:00', '12:00']],
        parts: [{ from: '2026-12-23T23:00:00.000Z', to: '2026-12-24T03:00:00.000Z' }],
        open_seconds: 4 * 3600,
      },
      {
        date: '2026-12-25',
        exception: null,
        hours: [['08:00', '15:00']],
        parts: [{ from: '2026-12-24T23:00:00.000Z', to: '2026-12-25T06:00:00.000Z' }],
        open_seconds: 7 * 3600,
      },
      { date: '2026-12-26', exception: null, hours: [], parts: [], open_seconds: 0 },
    ]);
    assert.equal((await call('GET', '/preview')).status, 405);
  });

  test('a preview shows the hours that a clock skips and repeats', async () => {
    const night = [['01:30', '03:30']];
    const preview = async (from: string) => {
      const { body } = await call('POST', '/preview', {
        time_zone: 'Europe/Berlin',
        weekly: { sun: night },
        from,
        days: 1,
      });
      return [body.data[0].open_seconds, body.data[0].parts.length];
    };
    assert.deepEqual(await preview('2026-03-29'), [3600, 1]);
    assert.deepEqual(await preview('2026-10-25'), [3 * 3600, 1]);
    assert.deepEqual(await preview('2026-11-01'), [2 * 3600, 1]);
  });
});
