// The long tests of the console run in Chromium; each has its default sizes.
import { existsSync } from 'node:fs';
import { CHROMIUM } from '../../../server/test/support/chromium.ts';
import { type ScaledTest, defineTest } from '../../../server/test/support/scaled-tests.ts';
import { proveAria } from './aria.ts';
import { proveCalendars } from './calendars.ts';
import { proveCatalogItem } from './catalog-item.ts';
import { proveChanges } from './changes.ts';
import { proveCuts } from './cuts.ts';
import { proveDeskPayloads } from './desk-payloads.ts';
import { proveEmployee } from './employee.ts';
import { proveDay } from './day.ts';
import { proveFaults } from './faults.ts';
import { proveFields } from './fields.ts';
import { proveInbox } from './inbox.ts';
import { proveInbound } from './inbound.ts';
import { proveLive } from './live.ts';
import { proveLiveRecords } from './live-records.ts';
import { missingMailServer, proveMailboxes } from './mailboxes/mailboxes.ts';
import { proveOverview, provePresence } from './overview.ts';
import { provePages } from './pages.ts';
import { proveConversation } from './conversation.ts';
import { provePeople } from './people.ts';
import { provePayloads } from './payloads.ts';
import { proveQueue } from './queue.ts';
import { proveFourPeople } from './orders/four-people.ts';
import { proveOrder } from './orders/order.ts';
import { proveProfile } from './profile.ts';
import { proveRecord } from './record.ts';
import { kinds, proveRecordPayloads } from './record-payloads.ts';
import { proveReferencePages } from './reference-pages.ts';
import { proveReferencePayloads } from './reference-payloads.ts';
import { proveReferenceWalks } from './reference-walks.ts';
import { provePortal } from './portal.ts';
import { proveRequester } from './requester.ts';
import { proveReplies } from './replies.ts';
import { proveRequests } from './requests.ts';
import { proveRetry } from './retry.ts';
import { proveScale } from './scale.ts';
import { proveChangePages } from './change-pages.ts';
import { proveRules } from './rules.ts';
import { proveSearch } from './search.ts';
import { proveSession } from './session.ts';
import { proveSlaPolicies } from './sla-policies.ts';
import { proveAddingToLeader, proveStorm } from './storm.ts';
import { proveTasks } from './tasks/tasks.ts';
import { proveWork } from './orders/work.ts';
import { proveTypeAhead } from './type-ahead.ts';
import { proveWebhookPages } from './webhook-pages.ts';
import { proveWebhookPayloads } from './webhook-payloads.ts';
import { proveWebhooks } from './webhooks.ts';

const skip = () => !existsSync(CHROMIUM) && `needs Chromium at ${CHROMIUM}`;

export const consoleTests = {
  'console-live': defineTest({
    promise: 'under a steady rate of events no row of the queue moves and no click opens another',
    long: { events: 10_000, rate: 50, clicks: 500, rows: 200 },
    skip,
    run: (sizes) => proveLive(sizes),
  }),
  'console-live-records': defineTest({
    promise:
      'the lists and pages of every record type follow events, and text that is not saved stays',
    long: {},
    skip,
    run: () => proveLiveRecords(),
  }),
  'console-cuts': defineTest({
    promise: 'five seconds after the event stream was cut many times, the queue shows every change',
    long: { cuts: 50 },
    skip,
    run: ({ cuts }) => proveCuts(cuts),
  }),
  'console-payloads': defineTest({
    promise:
      'hostile text in incidents runs no script, loads nothing from elsewhere, and is shown as text',
    long: { every: 1 },
    skip,
    run: ({ every }) => provePayloads(every),
  }),
  'console-pages': defineTest({
    promise: 'in every state of the console axe finds nothing serious in light, dark and at 390 px',
    long: { every: 1 },
    texts: ['shots'],
    skip,
    run: ({ every }, { texts }) => provePages(every, texts['shots']),
  }),
  'console-scale': defineTest({
    promise: 'the queue of a large database is shown, scrolled and used without waiting',
    long: { rows: 10_000, rounds: 5 },
    texts: ['database'],
    skip,
    run: (sizes, { texts }) => proveScale(sizes, texts['database']),
  }),
  'console-aria': defineTest({
    promise: 'screen readers get the pages that were committed as text',
    long: {},
    texts: ['update'],
    skip,
    run: (_sizes, { texts }) => proveAria(texts['update'] !== undefined),
  }),
  'console-faults': defineTest({
    promise: 'a page whose request fails says what to do, and shows the request id of the response',
    long: {},
    texts: ['only', 'shots'],
    skip,
    run: (_sizes, { texts }) => proveFaults(texts['only'], texts['shots']),
  }),
  'console-queue': defineTest({
    promise:
      'two agents in the queue lose no change, and bulk changes, undo, columns and saved views do what they say',
    long: {},
    skip,
    run: () => proveQueue(),
  }),
  'console-people': defineTest({
    promise: 'people of a record are added, mentioned and linked to by keyboard, and find out',
    long: {},
    texts: ['shots'],
    skip,
    run: (_, { texts }) => provePeople(texts['shots']),
  }),
  'console-conversation': defineTest({
    promise:
      'an agent and a requester write to each other by mail, and nobody answers others than they mean',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveConversation(texts['shots']),
  }),
  'console-mailboxes': defineTest({
    promise:
      'an administrator sets up a mailbox from its page alone in under three minutes, with each wrong value tried first, and its mail becomes incidents',
    long: {},
    texts: ['shots'],
    skip: () => skip() || missingMailServer(),
    run: (_sizes, { texts }) => proveMailboxes(texts['shots']),
  }),
  'console-calendars': defineTest({
    promise:
      'by keyboard, a manager makes office hours with pasted holidays, sees how the next days count, and keeps the change of somebody else',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveCalendars(texts['shots']),
  }),
  'console-sla-policies': defineTest({
    promise:
      'by keyboard, a manager sets up office hours and two SLA policies in under five minutes, sees the effect before, and an incident explains its times',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveSlaPolicies(texts['shots']),
  }),
  'console-rules': defineTest({
    promise:
      'by keyboard, a manager writes a routing rule, tries it on the last month and switches it on; the next incident is assigned and says why',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveRules(texts['shots']),
  }),
  'console-catalog-item': defineTest({
    promise:
      'by keyboard, a manager publishes a new item with six questions in at most 40 keys and clicks besides text; no edit loses a condition silently',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveCatalogItem(texts['shots']),
  }),
  'console-fields': defineTest({
    promise:
      'by keyboard, a manager defines fields of the instance, and an agent uses them in a form, on a page, as columns, in a filter and in a saved view',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveFields(texts['shots']),
  }),
  'console-storm': defineTest({
    promise:
      'sixty reports of one outage are merged by keyboard, taken back and merged again, told once each and resolved together',
    long: { reports: 60 },
    texts: ['shots'],
    skip,
    run: ({ reports }, { texts }) => proveStorm(reports, texts['shots']),
  }),
  'console-add-to-leader': defineTest({
    promise: 'a new report that sounds like a leader is created and merged into it by one button',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveAddingToLeader(texts['shots']),
  }),
  'console-day': defineTest({
    promise:
      'an agent lands on the queue of the teams in sections with the counts of the service, holds end by themselves, and no row moves',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveDay(texts['shots']),
  }),
  'console-record': defineTest({
    promise:
      'an incident is worked on by keyboard, by two agents at once and with the assistant, without a fault',
    long: { edits: 20 },
    skip,
    run: proveRecord,
  }),
  'console-record-payloads': defineTest({
    promise:
      'hostile text in the fields and notes of an incident runs no script and is shown as text on its page',
    long: { every: 1 },
    skip,
    run: ({ every }) => proveRecordPayloads(every),
  }),
  'console-changes': defineTest({
    promise:
      'a change is submitted by one, approved by two, scheduled in conflict and resolved, without a fault',
    long: {},
    skip,
    run: () => proveChanges(),
  }),
  'console-requests': defineTest({
    promise:
      'a requester finds an answer, reports an incident, and requests something that is approved and fulfilled',
    long: {},
    skip,
    run: () => proveRequests(),
  }),
  'console-portal': defineTest({
    promise:
      'an employee solves a problem with an article, reports another with a pasted screenshot, and sees at home what waits for an answer; axe finds nothing serious',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => provePortal(texts['shots']),
  }),
  'console-work': defineTest({
    promise:
      'by keyboard, an agent works through the tasks of an order until it is fulfilled, and another one approves the next; axe finds nothing serious',
    long: {},
    texts: ['shots', 'update'],
    skip,
    run: (_sizes, { texts }) => proveWork(texts['shots'], texts['update'] !== undefined),
  }),
  'console-order': defineTest({
    promise:
      'on a phone, an employee orders an item by a form that shows faults in place and keeps its draft, and an approver decides on its page; axe finds nothing serious',
    long: {},
    texts: ['shots', 'update'],
    skip,
    run: (_sizes, { texts }) => proveOrder(texts['shots'], texts['update'] !== undefined),
  }),
  'console-catalog': defineTest({
    promise:
      'four people order, approve and fulfil the three items of the demonstration; every key and click is counted, axe finds nothing serious, and screen readers get the committed pages',
    long: {},
    texts: ['shots', 'update'],
    skip,
    run: (_sizes, { texts }) => proveFourPeople(texts['shots'], texts['update'] !== undefined),
  }),
  'console-requester': defineTest({
    promise:
      'an agent logs a call for somebody by keyboard, who finds the incident among her own until it gets another requester',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveRequester(texts['shots']),
  }),
  'console-employee': defineTest({
    promise:
      'an employee reports with a screenshot, answers from a phone, says that it is still broken and confirms that it works, and reads no word of the agents',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveEmployee(texts['shots']),
  }),
  'console-replies': defineTest({
    promise:
      'a requester answers a question, the queue shows it, and one step or one job resolves what they wait for',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveReplies(texts['shots']),
  }),
  'console-change-pages': defineTest({
    promise:
      'in every state of the pages of changes and requests axe finds nothing serious in light, dark and at 390 px',
    long: { every: 1 },
    texts: ['shots'],
    skip,
    run: ({ every }, { texts }) => proveChangePages(every, texts['shots']),
  }),
  'console-change-payloads': defineTest({
    promise:
      'hostile text in the fields, plans, notes and decisions of a change runs no script and is shown as text',
    long: { every: 1 },
    skip,
    run: ({ every }) => proveRecordPayloads(every, kinds.change),
  }),
  'console-request-payloads': defineTest({
    promise:
      'hostile text in the fields, notes and decision of a request runs no script and is shown as text',
    long: { every: 1 },
    skip,
    run: ({ every }) => proveRecordPayloads(every, kinds.request),
  }),
  'console-reference-pages': defineTest({
    promise:
      'in every state of knowledge, CMDB, jobs and administration axe finds nothing serious in light, dark and at 390 px',
    long: { every: 1 },
    texts: ['shots'],
    skip,
    run: ({ every }, { texts }) => proveReferencePages(every, texts['shots']),
  }),
  'console-reference-payloads': defineTest({
    promise:
      'hostile text in articles and CIs runs no script and is shown as text on their pages, in differences and in the audit trail',
    long: { every: 1 },
    skip,
    run: ({ every }) => proveReferencePayloads(every),
  }),
  'console-desk-payloads': defineTest({
    promise:
      'hostile text in held mail and in the names of mailboxes and calendars runs no script and is shown as text',
    long: { every: 1 },
    skip,
    run: ({ every }) => proveDeskPayloads(every),
  }),
  'console-reference-walks': defineTest({
    promise:
      'the impact of a discovered CI is opened from an incident, an article is written, published and cited, and a change of roles is audited',
    long: {},
    skip,
    run: () => proveReferenceWalks(),
  }),
  'console-search': defineTest({
    promise:
      'one box opens with the key press, loses no letter, and finds records, notes, people, views and commands, for a requester only their own',
    long: {},
    texts: ['shots'],
    skip,
    run: (_sizes, { texts }) => proveSearch(texts['shots']),
  }),
  'console-session': defineTest({
    promise: 'a session that ends while someone writes loses nothing, and goes on after a sign-in',
    long: {},
    skip,
    run: () => proveSession(),
  }),
  'console-tasks': defineTest({
    promise: 'fifteen tasks of a service desk take no more actions and texts than the first time',
    long: {},
    texts: ['only'],
    skip,
    run: (_sizes, { texts }) => proveTasks(texts['only']),
  }),
  'console-type-ahead': defineTest({
    promise:
      'keys that are typed while the search or a dialog is still opening change nothing and arrive in it',
    long: { rounds: 200, each: 4 },
    skip,
    run: proveTypeAhead,
  }),
  'console-webhooks': defineTest({
    promise:
      'a failed delivery is found, compared and replayed, many are replayed by filter, and none is lost',
    long: { failed: 30 },
    skip,
    run: proveWebhooks,
  }),
  'console-retry': defineTest({
    promise:
      'a delivery is tried again at once, a refused replay names its next attempt, and the health of the webhook follows',
    long: {},
    skip,
    run: () => proveRetry(),
  }),
  'console-inbound': defineTest({
    promise: 'a wrong mapping is fixed on a draft with the payload of a real alert, then replayed',
    long: {},
    skip,
    run: () => proveInbound(),
  }),
  'console-inbox': defineTest({
    promise:
      'notifications are counted and read the same in every tab and on every device, by keyboard, approvals first',
    long: {},
    skip,
    run: () => proveInbox(),
  }),
  'console-profile': defineTest({
    promise: 'a key made in the profile works with the SDK, and a session is ended from elsewhere',
    long: {},
    skip,
    run: () => proveProfile(),
  }),
  'console-overview': defineTest({
    promise: 'every number of the overview equals the total of the list behind it',
    long: { incidents: 60 },
    skip,
    run: proveOverview,
  }),
  'console-presence': defineTest({
    promise: 'two people at one record see each other, the queue shows them, and who left is gone',
    long: {},
    skip,
    run: () => provePresence(),
  }),
  'console-webhook-pages': defineTest({
    promise:
      'on the pages of webhooks, overview and profile axe finds nothing serious on any screen',
    long: { every: 1 },
    texts: ['shots', 'only'],
    skip,
    run: (sizes, { texts }) => proveWebhookPages(sizes, texts['shots'], texts['only']),
  }),
  'console-webhook-payloads': defineTest({
    promise: 'hostile text on the pages of webhooks runs no script and is shown as text',
    long: { every: 4 },
    skip,
    run: proveWebhookPayloads,
  }),
} satisfies Record<string, ScaledTest>;
