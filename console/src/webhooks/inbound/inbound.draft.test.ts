import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  actionText,
  draftBody,
  mappingOf,
  otherFields,
  pathsIn,
  readPayload,
  shownFields,
} from './inbound.draft.ts';

describe('The draft of an inbound webhook', () => {
  test('an empty template or key is left out of the draft', () => {
    const draft = mappingOf({ field_mapping: { priority: '', category: 'x' }, dedup_key: null });
    assert.deepEqual(draftBody(draft), {
      action: 'create_incident',
      field_mapping: { category: 'x' },
      filters: [],
      resolve_when: [],
      dedup_key: null,
    });
  });

  test('a webhook that also resolves incidents maps the resolution; another action drops the conditions', () => {
    const resolve_when = [{ field: 'status', operator: 'eq' as const, value: 'resolved' }];
    const draft = mappingOf({ resolve_when });
    assert.deepEqual(draftBody(draft).resolve_when, resolve_when);
    assert.ok(shownFields(draft).includes('resolution'));
    assert.ok(!shownFields(mappingOf({})).includes('resolution'));
    assert.equal(actionText(draft), 'Open and resolve an incident');
    const other = mappingOf({ action: 'upsert_ci', resolve_when });
    assert.deepEqual(draftBody(other).resolve_when, []);
    assert.equal(actionText(other), 'Update a configuration item');
  });

  test('mapped fields are shown besides the basic ones, and are no longer offered', () => {
    const draft = mappingOf({ field_mapping: { impact: 'high' } });
    assert.ok(shownFields(draft).includes('impact'));
    assert.ok(!otherFields(draft).includes('impact'));
    assert.ok(!otherFields(draft).includes('priority'));
  });

  test('fields of the instance are offered while they are in use, except for resolving', () => {
    const own = [
      { record_type: 'incident' as const, name: 'custom.site' as const, active: true },
      { record_type: 'incident' as const, name: 'custom.floor' as const, active: false },
    ];
    assert.ok(otherFields(mappingOf({}), own).includes('custom.site'));
    assert.ok(!otherFields(mappingOf({}), own).includes('custom.floor'));
    assert.ok(!otherFields(mappingOf({ action: 'resolve_incident' }), own).includes('custom.site'));
    const mapped = mappingOf({ field_mapping: { 'custom.site': '{{ site }}' } });
    assert.ok(shownFields(mapped).includes('custom.site'));
    assert.ok(!otherFields(mapped, own).includes('custom.site'));
  });

  test('a payload that is not an object is refused with a reason', () => {
    assert.deepEqual(readPayload(' '), {});
    assert.deepEqual(readPayload('{"a":1}'), { payload: { a: 1 } });
    assert.ok(readPayload('[1]').fault);
    assert.ok(readPayload('{"a":').fault);
  });

  test('the paths of a payload reach into lists and objects', () => {
    assert.deepEqual(pathsIn({ status: 'firing', alerts: [{ labels: { job: 'x' } }, {}] }), [
      'status',
      'alerts[0].labels.job',
    ]);
  });
});
