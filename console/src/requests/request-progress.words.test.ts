import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProgressStep } from '../api/index.ts';
import { currentStep, progressStages } from './request-progress.words.ts';

const progress = (...states: ProgressStep['state'][]): ProgressStep[] =>
  states.map((state, index) => ({
    key: 'stage',
    name: ['Sent', 'Budget', 'Work', 'Done'][index] ?? '',
    state,
  }));

describe('The progress of a request from the catalog', () => {
  test('a step that failed ends the line', () => {
    assert.deepEqual(progressStages(progress('done', 'failed')), [
      { label: 'Sent', status: 'done' },
      { label: 'Budget', status: 'stopped' },
    ]);
  });

  test('a list names the step that the request is at', () => {
    assert.equal(currentStep(progress('done', 'current', 'waiting', 'waiting'))?.name, 'Budget');
    assert.equal(currentStep(progress('done', 'failed', 'waiting'))?.name, 'Budget');
    assert.equal(currentStep(progress('done', 'done', 'done', 'done'))?.name, 'Done');
    assert.equal(currentStep([]), undefined);
  });
});
