import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Job } from '../api/jobs.ts';
import { jobName, outcome } from './job.words.ts';

const job = (fields: Partial<Job>) =>
  ({
    type: 'incidents',
    operation: 'update',
    status: 'completed',
    total: 3,
    succeeded: 3,
    failed: 0,
    dry_run: false,
    ...fields,
  }) as Job;

describe('A job in words', () => {
  test('the name of a job says what it does to how many records', () => {
    assert.equal(jobName(job({})), 'Update 3 incidents');
    assert.equal(jobName(job({ operation: 'apply_macro' })), 'Apply a macro to 3 incidents');
    assert.equal(jobName(job({ type: 'cis', operation: 'discover', total: 1 })), 'Discover 1 CI');
    assert.equal(jobName(job({ type: 'new_kind', operation: 'x' })), 'x 3 new kind');
  });

  test('the outcome of a job counts the rows by result', () => {
    assert.equal(outcome(job({})), '3 of 3 rows succeeded.');
    assert.equal(outcome(job({ succeeded: 1, failed: 2 })), '1 of 3 rows succeeded, 2 failed.');
    assert.equal(
      outcome(job({ status: 'cancelled', succeeded: 1 })),
      '1 of 3 rows succeeded, 2 skipped.',
    );
    assert.equal(outcome(job({ dry_run: true })), '3 of 3 rows would succeed.');
    assert.match(outcome(job({ status: 'queued' })), /waits/);
  });
});
