import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../platform/errors.ts';
import { stateMachine } from './state-machine.ts';

const door = stateMachine<'closed' | 'open' | 'locked' | 'removed'>('a door', {
  closed: ['open', 'locked'],
  open: ['closed'],
  locked: ['closed'],
  removed: [],
});

describe('A state machine', () => {
  test('a state machine allows the listed transitions and keeping the state, and nothing else', () => {
    for (const from of door.states) {
      for (const to of door.states) {
        const isAllowed = from === to || door.transitions[from].includes(to);
        const attempt = () => door.requireTransition(from, to);
        if (isAllowed) assert.doesNotThrow(attempt);
        else assert.throws(attempt, ApiError);
      }
    }
  });

  test('a move is a listed transition, and never to the same state', () => {
    for (const from of door.states) {
      for (const to of door.states) {
        const attempt = () => door.requireMove(from, to);
        if (door.transitions[from].includes(to)) assert.doesNotThrow(attempt);
        else assert.throws(attempt, ApiError);
      }
    }
  });

  test('the error of a refused transition names the states and the transitions that the caller may make', () => {
    assert.throws(() => door.requireTransition('open', 'locked', ['closed']), {
      code: 'invalid_transition',
      message: 'You can move a door from open to closed, not to locked.',
    });
    assert.throws(() => door.requireTransition('removed', 'open'), {
      message: 'You cannot move a door in state removed.',
    });
  });

  test('a state machine finds the first step of the shortest path and knows its terminal states', () => {
    assert.deepEqual(door.pathTo('locked', 'open'), ['closed', 'locked']);
    assert.deepEqual(door.pathTo('locked', 'closed'), ['locked']);
    assert.throws(() => door.pathTo('removed', 'open'), /no path from open to removed/);
    assert.deepEqual(door.states.filter(door.isTerminal), ['removed']);
  });
});
