// Random runs agree with a model or a rule; each has a short and a long size.
import { startInstance } from '../support/harness.ts';
import { receiverEnv } from '../support/receivers.ts';
import { type ScaledTest, defineTest } from '../support/scaled-tests.ts';
import { proveFreshness } from './ai/freshness.ts';
import { proveRights } from './ai/rights.ts';
import { proveVerdicts } from './ai/verdicts.ts';
import { proveApprovals } from './approvals/prove.ts';
import { proveCalendars } from './calendars/prove.ts';
import { proveConditions } from './conditions/prove.ts';
import { proveSameEvents } from './events/same-events.ts';
import { proveFields } from './fields/prove.ts';
import { proveForms } from './forms/prove.ts';
import { proveFormEdits } from './form-edits/prove.ts';
import { proveFuzz } from './fuzz/fuzz.ts';
import { proveRetries } from './idempotency/retries.ts';
import { hasAlertmanager, proveAlertmanager } from './inbound/alertmanager.ts';
import { proveMapping } from './inbound/fuzz.ts';
import { proveKeys } from './inbound/keys.ts';
import { proveExact } from './limits/exact.ts';
import { proveNoCycles } from './links/prove.ts';
import { proveLists } from './lists/prove.ts';
import { proveMerging } from './merging/prove.ts';
import { proveOutcomes } from './mail/outcomes.ts';
import { proveCorpus } from './mail/corpus.ts';
import { proveLoops } from './mail/loops.ts';
import { proveMatching } from './mail/matching.ts';
import { proveText } from './mail/text.ts';
import { changes } from './model/changes.family.ts';
import { cis } from './model/cis.family.ts';
import { incidents } from './model/incidents.family.ts';
import { prove } from './model/prove.ts';
import { serviceRequests } from './model/requests.family.ts';
import { proveManyReplies } from './replies/prove.ts';
import { provePreview } from './rules/preview.ts';
import { proveRules } from './rules/prove.ts';
import { proveServed } from './rules/served.ts';
import { startRuleSite } from './rules/served.site.ts';
import { proveRotationOfFleet } from './rules/rotation.fleet.ts';
import { proveScim } from './scim/prove.ts';
import { proveSynchronization } from './scim/synchronize.ts';
import { proveLedger } from './sla-policies/prove.ts';
import { proveSla } from './sla/prove.ts';
import { proveFormerAddresses } from './totals/former-addresses.ts';
import { proveOwnTotals } from './totals/own-totals.ts';
import { proveTotals } from './totals/prove.ts';
import { CONTRACT, proveSchedule } from './webhooks/clock.ts';

export const propertyTests = {
  model: defineTest({
    promise: 'concurrent clients get the incident that the model predicts, event by event',
    short: { commands: 800, clients: 8 },
    long: { commands: 100_000, clients: 8 },
    run: (options) => prove(incidents, options),
  }),
  'model-requests': defineTest({
    promise: 'concurrent clients get the service request that the model predicts, event by event',
    short: { commands: 500, clients: 4 },
    long: { commands: 100_000, clients: 8 },
    run: (options) => prove(serviceRequests, options),
  }),
  'model-changes': defineTest({
    promise: 'concurrent clients get the change that the model predicts, event by event',
    short: { commands: 500, clients: 4 },
    long: { commands: 100_000, clients: 8 },
    run: (options) => prove(changes, options),
  }),
  'model-cis': defineTest({
    promise: 'concurrent clients get the CI that the model predicts, event by event',
    short: { commands: 500, clients: 4 },
    long: { commands: 100_000, clients: 8 },
    run: (options) => prove(cis, options),
  }),
  lists: defineTest({
    promise:
      'a scan by cursor returns every unchanged record exactly once, and no forged cursor is accepted',
    short: { scans: 1, records: 450, writers: 4 },
    long: { scans: 100, records: 20_000, writers: 8 },
    run: proveLists,
  }),
  'link-cycles': defineTest({
    promise:
      'children that many callers link to parents at once never form a cycle, and no link is refused that closes none',
    short: { rounds: 4, records: 6, writers: 12 },
    long: { rounds: 600, records: 9, writers: 12 },
    run: proveNoCycles,
  }),
  merging: defineTest({
    promise:
      'an incident that is merged and unmerged, while others edit it, write notes and merge it, is as before but for its version, its paused seconds and its breach',
    short: { cases: 40 },
    long: { cases: 10_000 },
    run: proveMerging,
  }),
  totals: defineTest({
    promise: 'a total equals count(*) in every snapshot while records change and deltas are folded',
    short: { writes: 600, records: 1000, writers: 8 },
    long: { writes: 10_000, records: 5000, writers: 8 },
    run: proveTotals,
  }),
  'former-addresses': defineTest({
    promise:
      'own lists, totals and counts, and filters by a person, have what names any of the addresses that the person had',
    short: { people: 4, incidents: 60 },
    long: { people: 200, incidents: 4000 },
    run: proveFormerAddresses,
  }),
  'own-totals': defineTest({
    promise:
      'totals and counts of a person equal the incidents that name them, while rows are written, deleted, filled in batches and folded',
    short: { writes: 150, writers: 4 },
    long: { writes: 10_000, writers: 8 },
    run: proveOwnTotals,
  }),
  fuzz: defineTest({
    promise:
      'no hostile request gets a 5xx, an undocumented response, or a success it must not have',
    short: { requests: 700 },
    long: { requests: 200_000 },
    run: (sizes, { isShort }) => proveFuzz(sizes, isShort),
  }),
  sla: defineTest({
    promise:
      'clock, segments and events of an incident are those of the model, whatever its history',
    short: { histories: 400, served: 5 },
    long: { histories: 100_000, served: 300 },
    run: proveSla,
  }),
  'sla-policies': defineTest({
    promise:
      'clocks that each write leaves, clocks that are rebuilt from the history, and a naive interpreter of policies agree on targets and events, whatever the history, the policies and the calendars',
    short: { histories: 80, days: 20 },
    long: { histories: 20_000, days: 60 },
    run: proveLedger,
  }),
  replies: defineTest({
    promise:
      'states, last replies, clocks, versions and events of incidents are those of the model, with replies of anybody and holds that end at a time',
    // The gate runs the short form beside the tests of states, in their instance.
    long: { commands: 100_000, incidents: 16 },
    run: proveManyReplies,
  }),
  approvals: defineTest({
    promise:
      'stages that concurrent people decide, while approvers, delegates, groups and managers change, stand as a naive model says; nobody decides their own, and no GET decides',
    short: { rounds: 20, links: 20 },
    long: { rounds: 5000, links: 500 },
    run: proveApprovals,
  }),
  rules: defineTest({
    promise:
      'rules of random sets run on random histories of an incident in the order, with the effects and the reasons that a naive interpreter of the decisions predicts, and all end',
    short: { cases: 150 },
    long: { cases: 100_000 },
    run: proveRules,
  }),
  'rules-served': defineTest({
    promise:
      'rules over HTTP leave one version, its entries, events, notes, turns and runs as the naive interpreter predicts, and none on deletions, restorations and duplicates',
    // The gate runs the short form beside other tests of rules, in their instance.
    long: { worlds: 2000 },
    run: async (sizes) => {
      const site = await startRuleSite();
      return proveServed(site, sizes).finally(() => site.instance.stop());
    },
  }),
  'rules-rotation': defineTest({
    promise:
      'round robin by concurrent clients of two processes gives no available person two records more than another one, passes over the others, and says if nobody is available',
    // The gate runs the short form beside other tests of rules, in their instance.
    long: { assignments: 10_000, clients: 8, people: 7 },
    run: proveRotationOfFleet,
  }),
  'rules-preview': defineTest({
    promise:
      'a preview of random rules, also of those for which time has to pass, says what happens when the same requests are sent again, and is in time for 10,000 past events',
    // The gate runs the short form beside other tests of rules, in their instance.
    long: { events: 1000, rules: 12, past: 10_000 },
    run: async (sizes) => {
      const site = await startRuleSite();
      return provePreview(site, sizes).finally(() => site.instance.stop());
    },
  }),
  scim: defineTest({
    promise:
      'random requests of SCIM in both dialects get the responses and leave the people, groups and roles that the model predicts, and no group is emptied by accident',
    short: { commands: 120 },
    long: { commands: 20_000 },
    run: proveScim,
  }),
  'scim-synchronization': defineTest({
    promise:
      'a directory creates 10,000 people and 1,000 groups at the rate limit, finds them unchanged when it synchronizes again, and empties no group',
    // The gate runs the model of SCIM, which creates people and groups as well.
    long: { users: 10_000, groups: 1000 },
    run: proveSynchronization,
  }),
  limits: defineTest({
    promise:
      'across two processes one caller gets as many requests as its bucket allows, and all callers as many as the gateway allows',
    long: { seconds: 60 },
    run: ({ seconds }) => proveExact(seconds),
  }),
  'ai-rights': defineTest({
    promise: 'a cached AI response never passes between callers with different rights',
    short: { pairs: 16 },
    long: { pairs: 1000 },
    run: proveRights,
  }),
  'ai-freshness': defineTest({
    promise:
      'a cached AI response is not served after an edit, a deletion or a change of permissions',
    short: { changes: 12 },
    long: { changes: 500 },
    run: proveFreshness,
  }),
  'ai-cache-verdicts': defineTest({
    promise: 'a question is found in the AI cache if and only if its cosine is at least 0.95',
    short: { pairs: 100 },
    long: { pairs: 10_000 },
    run: proveVerdicts,
  }),
  idempotency: defineTest({
    promise:
      'ten retries of each idempotency key at two processes, one of them killed, have one effect and one response',
    short: { keys: 32, kills: 1 },
    long: { keys: 10_000, kills: 20 },
    run: ({ keys, kills }, { isShort }) => proveRetries(keys, kills, isShort),
  }),
  'dedup-keys': defineTest({
    promise:
      'one incident at most is open under each deduplication key, every repetition is counted, and firing and resolved events at once end consistently',
    short: { keys: 3, repeats: 12 },
    long: { keys: 50, repeats: 100 },
    run: proveKeys,
  }),
  mapping: defineTest({
    promise: 'mapped results are valid, computed in time, and never read from a prototype',
    short: { cases: 150, overHttp: 4 },
    long: { cases: 100_000, overHttp: 2000 },
    run: proveMapping,
  }),
  'retry-schedule': defineTest({
    promise: 'attempts are made on schedule, never a sixth, with one alert for each delivery',
    long: { deliveries: 200 },
    run: ({ deliveries }) =>
      proveSchedule({ deliveries, delaysSeconds: CONTRACT, toleranceSeconds: 2 }),
  }),
  calendars: defineTest({
    promise:
      'elapsed and due instants of a calendar are those of a model that counts minutes, around every change of a clock and over random histories',
    short: { zones: 2, changes: 1, skipped: 1, calendars: 30 },
    long: { zones: 1000, changes: 1000, skipped: 3, calendars: 20_000 },
    run: proveCalendars,
  }),
  conditions: defineTest({
    promise:
      'random conditions of every record type are valid and hold for exactly the records that a naive interpreter names',
    short: { cases: 800 },
    long: { cases: 100_000 },
    run: (sizes, { isShort }) => proveConditions(sizes, isShort),
  }),
  fields: defineTest({
    promise:
      'values of random custom fields are equal in single records, lists, exports and events, and wrong ones are refused with their pointers',
    short: { fields: 48, values: 480 },
    long: { fields: 100, values: 100_000 },
    run: proveFields,
  }),
  forms: defineTest({
    promise:
      'the function of the service, the same one as the console bundles it in Chromium, and a naive interpreter agree on what random forms ask, which answers are valid, and what is stored',
    short: { cases: 300, orders: 30 },
    long: { cases: 100_000, orders: 2000 },
    run: proveForms,
  }),
  'form-edits': defineTest({
    promise:
      'random edits of a form of 100 questions in the editor of the console, each saved and loaded again, lose no condition, and neither a published version nor an order ever changes',
    short: { edits: 30 },
    long: { edits: 10_000 },
    run: proveFormEdits,
  }),
  'mail-corpus': defineTest({
    promise:
      'mails of twelve clients and of ticket systems, unusual and damaged ones are parsed as expected, and none causes an exception',
    short: { mails: 48 },
    long: { mails: 400 },
    run: (sizes, { isShort }) => proveCorpus(sizes, isShort),
  }),
  'mail-outcomes': defineTest({
    promise:
      'mails of the corpus that are received become records, or are held, ignored or failed with the cause that follows from what they have',
    short: { mails: 24 },
    long: { mails: 400 },
    run: (sizes, { isShort }) => proveOutcomes(sizes, isShort),
  }),
  'mail-matching': defineTest({
    promise:
      'mails of conversations that lose subjects, headers or reply addresses, of siblings and of forwards become no note of a wrong record, and at least 99.5 % of them reach the right one',
    short: { conversations: 3 },
    long: { conversations: 1000 },
    run: proveMatching,
  }),
  'mail-loops': defineTest({
    promise:
      'programs that answer every mail, and two instances that write to each other, get one automatic mail each at most, and then silence',
    short: { responders: 7 },
    long: { responders: 60 },
    run: proveLoops,
  }),
  'mail-text': defineTest({
    promise: 'the text of a mail less what is folded equals its note',
    short: { mails: 100 },
    long: { mails: 10_000 },
    run: proveText,
  }),
  'same-events': defineTest({
    promise:
      'the event log, a stream and a webhook on all types get the same events of random writes, in the order of each record',
    // The gate runs the short form beside the tests of deliveries, in their instance.
    long: { writes: 20_000, writers: 8 },
    run: async (sizes) => {
      const instance = await startInstance({ worker: true, env: receiverEnv() });
      return proveSameEvents(instance, sizes).finally(() => instance.stop());
    },
  }),
  alertmanager: defineTest({
    promise: 'a real Alertmanager opens and resolves incidents',
    short: {},
    long: {},
    skip: () => !hasAlertmanager() && 'no Alertmanager is installed, and none can be downloaded',
    run: proveAlertmanager,
  }),
} satisfies Record<string, ScaledTest>;
