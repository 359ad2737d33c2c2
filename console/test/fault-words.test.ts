import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { insufficientRole } from '../../server/src/platform/http/routes/policy.ts';
import { stateMachine } from '../../server/src/records/state-machine.ts';
import { faultWords, inputFaultText } from '../src/words/faults.ts';

/** The service itself makes the messages, so that a change of its words fails this test. */
const messageOf = (refused: () => void): string => {
  try {
    refused();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the service did not refuse it');
};

describe('Messages of the API in the words of the console', () => {
  const incidents = stateMachine<string>('an incident', {
    new: ['in_progress', 'cancelled'],
    in_progress: ['resolved', 'on_hold'],
    on_hold: ['in_progress'],
    resolved: [],
    closed: [],
    cancelled: [],
  });
  const articles = stateMachine<string>('an article', {
    draft: ['review'],
    review: ['published', 'draft'],
    published: [],
  });
  const moves: [() => void, string][] = [
    [
      () => incidents.requireMove('on_hold', 'resolved'),
      'An incident that is on hold must be in progress before it can be resolved.',
    ],
    [
      () => incidents.requireMove('new', 'resolved'),
      'An incident that is new must be in progress before it can be resolved.',
    ],
    [
      () => incidents.requireMove('in_progress', 'closed'),
      'An incident that is in progress can be moved to “Resolved” or “On hold”, not to “Closed”.',
    ],
    [
      () => incidents.requireMove('closed', 'in_progress'),
      'An incident that is closed can no longer be moved.',
    ],
    [
      () => articles.requireMove('draft', 'published'),
      'An article that is a draft must be in review before it can be published.',
    ],
    [() => articles.requireMove('review', 'review'), 'The article is already in review.'],
  ];
  for (const [refused, expected] of moves)
    test(expected, () => assert.deepEqual(faultWords(messageOf(refused)), { detail: expected }));

  const roles: [string[], string, string][] = [
    [
      ['super_admin', 'itsm_manager'],
      'Only managers and administrators may do this.',
      'Ask a manager.',
    ],
    [['super_admin'], 'Only administrators may do this.', 'Ask an administrator.'],
    [
      ['super_admin', 'itsm_manager', 'agent'],
      'Only agents, managers and administrators may do this.',
      'Ask a manager.',
    ],
  ];
  for (const [required, detail, advice] of roles)
    test(detail, () =>
      assert.deepEqual(faultWords(insufficientRole(required, 'This request').message), {
        detail,
        advice,
      }),
    );

  test('only names of fields, states and roles are replaced by their labels', () => {
    const texts = [
      ['planned_end_at must be after planned_start_at.', 'End must be after start.'],
      [
        'A super_admin can name another one with `owner`.',
        'A super admin can name another one with `owner`.',
      ],
      ['It is on_hold. assigned_to and ci_id are set.', 'It is on hold. Assignee and CI are set.'],
      ['Find it with GET /incidents?external_id=….', 'Find it with GET /incidents?external_id=….'],
      ['db_host_1 and my_name stay.', 'db_host_1 and my_name stay.'],
    ] as const;
    for (const [message, expected] of texts) assert.equal(faultWords(message).detail, expected);
  });

  test('the message about a refused value begins with the label of its field', () => {
    const texts = [
      ['/short_description', 'short_description is required.', 'Title is required.'],
      [
        '/password',
        'password must have at least 12 characters.',
        'Password must have at least 12 characters.',
      ],
      [
        '/draft/dedup_key',
        'dedup_key is required for resolve_incident.',
        'Dedup key is required for resolve_incident.',
      ],
      ['', 'The body is empty.', 'The body is empty.'],
    ] as const;
    for (const [pointer, message, expected] of texts)
      assert.equal(inputFaultText(pointer, message), expected);
  });
});
