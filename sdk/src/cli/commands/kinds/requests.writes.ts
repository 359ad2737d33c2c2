import type { ServiceRequest, UpdateOptions } from '../../../index.ts';
import { filter, timeFilter } from '../lists.ts';
import {
  decisionExamples,
  decisionFields,
  sharedFields,
  summaryField,
  textField,
} from './fields.ts';
import { macroAction } from './macros.ts';
import { answerOption, completeOrder } from './orders.ts';
import type { RecordWrites } from './record-kind.ts';

export const requestWrites: RecordWrites<ServiceRequest> = {
  fields: {
    ...sharedFields,
    item: textField('item', 'Id of an item of the catalog, or the name of what is requested'),
    for: filter('requested_for', 'E-mail address of the person it is for', { value: 'email' }),
    due: timeFilter('due_at', 'When it is needed', 'future'),
  },
  create: {
    operationId: 'createServiceRequest',
    send: (client, _, body, options) => client.serviceRequests.create(body, options),
    options: { answer: answerOption },
    hasOptionalSummary: true,
    complete: completeOrder,
    examples: [
      '"A second monitor" --for ann@example.com --due 7d',
      '--item CAT0000001 --answer model=standard --answer bag=true',
    ],
  },
  update: {
    operationId: 'updateServiceRequest',
    send: (client, id, body, options) => client.serviceRequests.update(id, body, options),
    options: { summary: summaryField },
    examples: ['REQ0000012 --assigned-to ann@example.com'],
  },
  note: {
    operationId: 'addServiceRequestNote',
    send: (client, id, body, options) => client.serviceRequests.addNote(id, body, options),
  },
  actions: [
    {
      verb: 'approve',
      summary: 'Approve',
      description: 'The requester and the person it is for may not approve it.',
      operationId: 'approveServiceRequest',
      options: decisionFields,
      examples: decisionExamples,
      send: (client, id, body, options) => client.serviceRequests.approve(id, body, options),
    },
    {
      verb: 'reject',
      summary: 'Reject',
      description: 'The requester and the person it is for may not reject it.',
      operationId: 'rejectServiceRequest',
      options: decisionFields,
      examples: decisionExamples,
      send: (client, id, body, options) => client.serviceRequests.reject(id, body, options),
    },
    {
      verb: 'fulfil',
      summary: 'Fulfil',
      description: 'The service request must be approved.',
      operationId: 'fulfilServiceRequest',
      send: (client, id, _, options) => client.serviceRequests.fulfil(id, options),
    },
    {
      verb: 'cancel',
      summary: 'Cancel',
      description: 'The requester can cancel it while it is submitted.',
      operationId: 'cancelServiceRequest',
      send: (client, id, _, options) => client.serviceRequests.cancel(id, options),
    },
    macroAction(
      'request',
      'applyMacroToServiceRequest',
      (client, id, body, options: UpdateOptions) =>
        client.serviceRequests.applyMacro(id, body, options),
    ),
  ],
};
