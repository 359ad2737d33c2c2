import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../platform/errors.ts';
import { stateMachine } from './state-machine.ts';

const doors = stateMachine<'closed' | 'open' | 'locked' | 'removed'>('a door', {
  closed: ['open', 'locked'],
  open: ['closed'],
  locked: ['closed'],
  removed: [],
});

describe('A state machine', () => {
  test('it allows the listed transitions and keeping the state, and nothing else', () => {
    for (const from of doors.states) {
      for (const to of doors.states) {
        const isAllowed = from === to || doors.transitions[from].includes(to);
        const attempt = () => doors.requireTransition(from, to);
        if (isAllowed) assert.doesNotThrow(attempt);
        else assert.throws(attempt, ApiError);
      }
    }
  });

  test('a move is a listed transition, and never to the same state', () => {
    for (const from of doors.states) {
      for (const to of doors.states) {
        const attempt = () => doors.requireMove(from, to);
        if (doors.transitions[from].includes(to)) assert.doesNotThrow(attempt);
        else assert.throws(attempt, ApiError);
      }
    }
  });

  test('the error names the states and the transitions that the caller may make', () => {
    assert.throws(() => doors.requireTransition('open', 'locked', ['closed']), {
      code: 'invalid_transition',
      message: 'You can move a door from open to closed, not to locked.',
    });
    assert.throws(() => doors.requireTransition('removed', 'open'), {
      message: 'You cannot move a door in state removed.',
    });
  });

  test('it finds the first step of the shortest path and knows the terminal states', () => {
    assert.equal(doors.nextStepTo('locked', 'open'), 'closed');
    assert.equal(doors.nextStepTo('locked', 'closed'), 'locked');
    assert.throws(() => doors.nextStepTo('removed', 'open'), /no path from open to removed/);
    assert.deepEqual(doors.states.filter(doors.isTerminal), ['removed']);
  });
});
