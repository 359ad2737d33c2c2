import type { Change, UpdateOptions } from '../../../index.ts';
import { filter, timeFilter } from '../lists.ts';
import { changeStates, changeTypes } from './changes.states.ts';
import {
  decisionExamples,
  decisionFields,
  idsField,
  levelField,
  sharedFields,
  summaryField,
  textField,
} from './fields.ts';
import { macroAction } from './macros.ts';
import type { RecordWrites } from './record-kind.ts';

export const changeWrites: RecordWrites<Change> = {
  fields: {
    ...sharedFields,
    type: filter('type', 'Type; a standard change needs --template', { choices: changeTypes }),
    risk: levelField('risk', 'Risk; determines how many approvals are needed'),
    impact: levelField('impact', 'How much is affected'),
    ci: idsField('ci_ids', 'Configuration items that are changed'),
    incident: idsField('incident_ids', 'Incidents that the change caused or fixes'),
    'implementation-plan': textField('implementation_plan', 'The steps, in Markdown'),
    'backout-plan': textField('backout_plan', 'How to undo the change, in Markdown'),
    'test-plan': textField('test_plan', 'How to verify the change, in Markdown'),
    'planned-start': timeFilter('planned_start_at', 'Start of the planned window', 'future'),
    'planned-end': timeFilter('planned_end_at', 'End of the planned window', 'future'),
  },
  create: {
    operationId: 'createChange',
    send: (client, _, body, options) => client.changes.create(body, options),
    options: {
      state: filter('state', 'State (default submitted)', { choices: ['draft', 'submitted'] }),
      template: filter('template', 'Template of a standard change', { value: 'name' }),
    },
    examples: [
      '"Upgrade the database" --risk high --ci CI120 --planned-start 2d --planned-end 3d',
      '"Rotate the certificates" --state draft --implementation-plan - < plan.md',
    ],
  },
  update: {
    operationId: 'updateChange',
    send: (client, id, body, options) => client.changes.update(id, body, options),
    options: {
      summary: summaryField,
      state: filter('state', 'New state; `show` lists the allowed ones', {
        choices: changeStates,
      }),
    },
    examples: ['CHG0000007 --state implementing', 'CHG0000007 --clear planned-start,planned-end'],
  },
  note: {
    operationId: 'addChangeNote',
    send: (client, id, body, options) => client.changes.addNote(id, body, options),
  },
  actions: [
    {
      verb: 'submit',
      summary: 'Submit',
      description: 'A draft goes to the people who may approve it.',
      operationId: 'submitChange',
      send: (client, id, _, options) => client.changes.submit(id, options),
    },
    {
      verb: 'approve',
      summary: 'Approve',
      description:
        'The change is approved once enough people have approved it. The requester may not approve it.',
      operationId: 'approveChange',
      options: decisionFields,
      examples: decisionExamples,
      send: (client, id, body, options) => client.changes.approve(id, body, options),
    },
    {
      verb: 'reject',
      summary: 'Reject',
      description: 'One rejection is enough.',
      operationId: 'rejectChange',
      options: decisionFields,
      examples: decisionExamples,
      send: (client, id, body, options) => client.changes.reject(id, body, options),
    },
    macroAction('change', 'applyMacroToChange', (client, id, body, options: UpdateOptions) =>
      client.changes.applyMacro(id, body, options),
    ),
  ],
};
