import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestStages } from './request-stages.ts';

const request = {
  state: 'submitted',
  created_at: '2026-11-01T08:00:00.000Z',
  requested_by: 'anna@example.com',
  decided_at: null,
  decided_by: null,
  fulfilled_at: null,
  due_at: null,
} as const;
const approval = { decided_at: '2026-11-02T08:00:00.000Z', decided_by: 'helen@example.com' };
const moveEntry = (to: string) => ({
  at: '2026-11-03T08:00:00.000Z',
  actor: 'luca@example.com',
  changes: { state: { from: 'approved', to } },
});

const words = (...args: Parameters<typeof requestStages>): string[] =>
  requestStages(...args).map(({ label, status, at, by }) =>
    [label, status, at?.slice(8, 10), by?.split('@', 1)[0]].filter(Boolean).join(' '),
  );

describe('The stages of a request', () => {
  test('the next stage of a request is current until it is reached', () => {
    assert.deepEqual(words(request, []), [
      'Submitted done 01 anna',
      'Approved current',
      'Fulfilled later',
    ]);
    assert.deepEqual(words({ ...request, ...approval, state: 'approved' }, []), [
      'Submitted done 01 anna',
      'Approved done 02 helen',
      'Fulfilled current',
    ]);
    const fulfilled = {
      ...request,
      ...approval,
      state: 'fulfilled',
      fulfilled_at: '2026-11-03T08:00:00.000Z',
    } as const;
    assert.equal(words(fulfilled, [moveEntry('fulfilled')])[2], 'Fulfilled done 03 luca');
    assert.equal(words(fulfilled, [])[2], 'Fulfilled done 03', 'the timeline may be longer');
  });

  test('a request that is rejected or cancelled has no further stages', () => {
    assert.deepEqual(words({ ...request, ...approval, state: 'rejected' }, []), [
      'Submitted done 01 anna',
      'Rejected stopped 02 helen',
    ]);
    assert.deepEqual(words({ ...request, state: 'cancelled' }, [moveEntry('cancelled')]), [
      'Submitted done 01 anna',
      'Cancelled stopped 03 luca',
    ]);
    assert.equal(words({ ...request, ...approval, state: 'cancelled' }, []).length, 3);
  });

  test('a request shows its due date until it is fulfilled', () => {
    const due_at = '2026-11-30T08:00:00.000Z';
    assert.equal(requestStages({ ...request, due_at }, [])[2]?.due, due_at);
  });
});
