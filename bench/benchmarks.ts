// Each benchmark promises a statement at these sizes; the results of long runs are in bench/results and docs/figures.md.
import { canStartValkey } from '../server/test/support/own-valkey.ts';
import { type ScaledTest, defineTest } from '../server/test/support/scaled-tests.ts';
import { proveAnswers } from './ai/answers.ts';
import { proveAiCache } from './ai/cache.ts';
import { measureEmbedding } from './ai/embedding.ts';
import { measureHits } from './ai/hits.ts';
import { measureIndexing } from './ai/indexing.ts';
import { missingModel } from '../server/test/support/embedding-model.ts';
import { proveRetrieval } from './ai/retrieval.ts';
import { proveSearchAtScale } from './ai/scale.ts';
import { proveSuggestions } from './ai/suggestions.ts';
import { measureSpeed } from './bulk/speed.ts';
import { proveCmdb } from './cmdb/prove.ts';
import { compareCommits } from './compare/compare.ts';
import { proveLatency, proveThroughput } from './deliveries/deliveries.ts';
import { proveParked } from './deliveries/parked.ts';
import { measureEvents } from './events/events.ts';
import { measureFieldLists } from './fields/fields.ts';
import { measureGrowth } from './growth/growth.ts';
import { proveCache } from './identity/cache.ts';
import { proveRatio } from './inbound/ratio.ts';
import { proveCost } from './limits/cost.ts';
import { proveFlood } from './limits/flood.ts';
import { measureLists } from './load/load.ts';
import { missingImap } from '../server/test/support/dovecot/imap.ts';
import { measureLmtp } from './mail/lmtp.ts';
import { measureMailboxes } from './mail/mailboxes.ts';
import { measureIdleCpu } from './idle/cpu.ts';
import { measureIdle } from './memory/idle.ts';
import { measureMix } from './mix/mix.ts';
import { measureRatios } from './ratios/ratios.ts';
import { measureSearchAll } from './search/search-all.ts';
import { measureSearch } from './search/search.ts';
import { measureRuleCost } from './rules/cost.ts';
import { measureDueRules } from './rules/due.ts';
import { measureCost } from './sla/cost.ts';
import { measureRecompute } from './sla/recompute.ts';
import { measureSweep } from './sla/sweep.ts';
import { proveStreams } from './streams/streams.ts';

export const benchmarks = {
  ai: defineTest({
    promise:
      'search by words and vectors together finds the right article at least as often as either alone',
    short: { articles: 24 },
    long: { articles: 64 },
    skip: missingModel,
    run: ({ articles }, { isShort }) => proveRetrieval(articles, !isShort),
  }),
  'ai-answers': defineTest({
    promise:
      'questions are answered with the right article, or not at all if no article has the answer',
    short: { articles: 10, leastRight: 5, leastSilent: 16 },
    long: { articles: 64, leastRight: 45, leastSilent: 15 },
    skip: missingModel,
    run: (sizes, { isShort }) => proveAnswers(sizes, isShort),
  }),
  'ai-suggestions': defineTest({
    promise:
      'fields of new incidents are suggested from similar ones, with a calibrated confidence',
    short: { known: 120, asked: 40, leastRight: 22 },
    long: { known: 400, asked: 200, leastRight: 166 },
    skip: missingModel,
    run: proveSuggestions,
  }),
  'ai-cache': defineTest({
    promise:
      'similar but different questions never share a cached response, trivial variants do, and a hit is in time',
    short: { misses: 60, variants: 30, entries: 500, lookups: 20 },
    long: { misses: 1000, variants: 300, entries: 100_000, lookups: 300 },
    skip: missingModel,
    run: proveAiCache,
  }),
  'ai-hits': defineTest({
    promise:
      'a cached response is served in time among many entries, to equal and similar questions',
    short: { entries: 300, questions: 3, rate: 20, seconds: 1 },
    long: { entries: 100_000, questions: 40, rate: 50, seconds: 60 },
    skip: missingModel,
    run: measureHits,
  }),
  'ai-search': defineTest({
    promise: 'search among many passages is in time and finds the same passages as a full scan',
    short: { articles: 4, passages: 2000, requests: 10 },
    long: { articles: 64, passages: 100_000, requests: 120 },
    skip: missingModel,
    run: (sizes, { isShort }) => proveSearchAtScale(sizes, !isShort),
  }),
  cmdb: defineTest({
    promise:
      'the impact of a CI equals that of a plain search of the graph, and impact and lists of CIs are in time',
    short: {
      cis: 3000,
      relations: 12_000,
      incidents: 1000,
      listed: 2000,
      requests: 10,
      depth: 4,
      compared: 40,
    },
    long: {
      cis: 100_000,
      relations: 500_000,
      incidents: 100_000,
      listed: 1_000_000,
      requests: 300,
      depth: 4,
      compared: 100,
    },
    run: (sizes, { isShort }) => proveCmdb(sizes, !isShort),
  }),
  'ai-embedding': defineTest({
    promise:
      'a question is embedded in milliseconds, and only a process that searches loads the model',
    short: { questions: 20, requests: 5 },
    long: { questions: 2000, requests: 200 },
    skip: missingModel,
    run: measureEmbedding,
  }),
  'ai-indexing': defineTest({
    promise: 'requests are served in time while articles are indexed',
    short: { passages: 40, rounds: 1, rate: 20, seconds: 6 },
    long: { passages: 2000, rounds: 7, rate: 100, seconds: 8 },
    skip: missingModel,
    run: measureIndexing,
  }),
  load: defineTest({
    promise: 'lists and searches respond within their goal at three sizes',
    short: { records: 1000, equal: 100, requests: 1 },
    long: { records: 5_000_000, equal: 0, requests: 300 },
    texts: ['database', 'only'],
    run: (sizes, { texts: { database, only } }) => measureLists(sizes, { database, only }),
  }),
  'custom-fields': defineTest({
    promise:
      'lists filtered by custom fields respond within their goal, by indexes that a job builds',
    short: { records: 1000, requests: 1 },
    long: { records: 5_000_000, requests: 300 },
    texts: ['database', 'only'],
    run: (sizes, { isShort, texts: { database, only } }) =>
      measureFieldLists(sizes, { database, only, isTimed: !isShort }),
  }),
  growth: defineTest({
    promise: 'the CPU time of a request hardly grows with the number of incidents',
    short: {
      records: 1000,
      connections: 4,
      seconds: 1,
      writeSeconds: 1,
      warmUp: 1,
      events: 3,
    },
    long: {
      records: 5_000_000,
      connections: 8,
      seconds: 3,
      writeSeconds: 2,
      warmUp: 15,
      events: 100,
    },
    texts: ['database'],
    run: (sizes, { isShort, texts: { database } }) =>
      measureGrowth(sizes, { database, isTimed: !isShort }),
  }),
  mix: defineTest({
    promise:
      'the mix of requests that a gateway sees reaches its rate on one machine with the load generator',
    short: { records: 500, rounds: 1, seconds: 1, warmUp: 1, processes: 1, callers: 8 },
    long: { records: 100_000, rounds: 5, seconds: 8, warmUp: 30, processes: 1, callers: 60 },
    run: (sizes, { isShort }) => measureMix(sizes, !isShort),
  }),
  ratios: defineTest({
    promise: 'requests reach their share of the rate of pgbench',
    short: { records: 500, rounds: 1, seconds: 3, warmUp: 1 },
    long: { records: 5_000_000, rounds: 5, seconds: 8, warmUp: 30 },
    texts: ['database', 'profile', 'only'],
    run: (sizes, { texts: { database, profile, only } }) =>
      measureRatios(sizes, { database, profile, only }),
  }),
  search: defineTest({
    promise: 'searches for rare and frequent words reach their rate',
    short: { records: 500, rounds: 1, seconds: 1, connections: 4 },
    long: { records: 100_000, rounds: 5, seconds: 4, connections: 8 },
    texts: ['database'],
    run: (sizes, { isShort, texts: { database } }) =>
      measureSearch(sizes, { database, isTimed: !isShort }),
  }),
  'search-all': defineTest({
    promise: 'a search over all types responds within its goal, for a word and for an id',
    short: {
      incidents: 500,
      notes: 200,
      articles: 50,
      changes: 50,
      requests: 50,
      cis: 50,
      users: 50,
      requests_each: 1,
    },
    long: {
      incidents: 5_000_000,
      notes: 1_000_000,
      articles: 100_000,
      changes: 40_000,
      requests: 60_000,
      cis: 30_000,
      users: 5000,
      requests_each: 200,
    },
    texts: ['database'],
    run: (sizes, { isShort, texts: { database } }) =>
      measureSearchAll(sizes, { database, isTimed: !isShort }),
  }),
  compare: defineTest({
    promise: 'the CPU time of a commit is compared with that of the working tree',
    short: { records: 500, pairs: 1, seconds: 1, connections: 4, deliveries: 50 },
    long: { records: 100_000, pairs: 9, seconds: 4, connections: 8, deliveries: 2000 },
    texts: ['base', 'head', 'only', 'most'],
    run: (sizes, { texts: { base, head, only, most } }) =>
      compareCommits(sizes, { base, head, only, most }),
  }),
  latency: defineTest({
    promise: 'an event is received soon after its commit',
    short: { webhooks: 4, idle: 20, busy: 100 },
    long: { webhooks: 8, idle: 200, busy: 5000 },
    run: proveLatency,
  }),
  deliveries: defineTest({
    promise: 'deliveries reach their share of the rate of bare posts',
    short: { webhooks: 4, rounds: 1, count: 200 },
    long: { webhooks: 8, rounds: 5, count: 10_000 },
    run: proveThroughput,
  }),
  parked: defineTest({
    promise: 'retries that are not due do not slow down due deliveries',
    short: { webhooks: 4, rounds: 1, count: 300, parked: 3000 },
    long: { webhooks: 8, rounds: 5, count: 10_000, parked: 100_000 },
    run: proveParked,
  }),
  flood: defineTest({
    promise:
      'thousands of bad tokens a second, most refused without a response, at most double the p99 of a good client',
    short: { rate: 2000, sockets: 20, seconds: 1, rounds: 1 },
    long: { rate: 5000, sockets: 50, seconds: 5, rounds: 5 },
    run: (sizes, { isShort }) => proveFlood({ ...sizes, shape: 'open' }, !isShort),
  }),
  'flood-waiting': defineTest({
    promise:
      'bad tokens, one at a time over each connection, at most double the p99 of a good client',
    short: { rate: 2000, sockets: 20, seconds: 1, rounds: 1 },
    long: { rate: 5000, sockets: 1000, seconds: 5, rounds: 5 },
    run: (sizes, { isShort }) => proveFlood({ ...sizes, shape: 'waiting' }, !isShort),
  }),
  'limits-cost': defineTest({
    promise: 'the CPU time of limits in Valkey is compared with that of limits in the process',
    short: { rate: 50, rounds: 1 },
    long: { rate: 200, rounds: 60 },
    skip: () => !canStartValkey() && 'Valkey is not installed',
    run: proveCost,
  }),
  'token-cache': defineTest({
    promise: 'a cached token costs less to verify and is rejected in time once expired or revoked',
    short: { tokens: 50 },
    long: { tokens: 1000 },
    run: ({ tokens }) => proveCache(tokens),
  }),
  bulk: defineTest({
    promise: 'a bulk job is finished soon, alone and beside the jobs of another caller',
    short: { jobs: 2, rounds: 1 },
    long: { jobs: 40, rounds: 5 },
    run: measureSpeed,
  }),
  inbound: defineTest({
    promise: 'inbound events reach their share of the rate of POST /incidents',
    short: { rounds: 1, seconds: 1 },
    long: { rounds: 7, seconds: 3 },
    run: proveRatio,
  }),
  lmtp: defineTest({
    promise: 'a mail is committed soon after it is sent by LMTP, and soon becomes an incident',
    short: { rate: 20, seconds: 1, mails: 40 },
    long: { rate: 50, seconds: 60, mails: 5000 },
    run: measureLmtp,
  }),
  mailboxes: defineTest({
    promise:
      'a mail that arrives in a mailbox read by IMAP soon becomes an incident, also while the server of another mailbox hangs',
    short: { mailboxes: 3, rate: 5, seconds: 1 },
    long: { mailboxes: 50, rate: 10, seconds: 120 },
    skip: missingImap,
    run: measureMailboxes,
  }),
  streams: defineTest({
    promise: 'every stream gets exactly the events that its caller may read, in order and in time',
    short: { narrow: 20, wide: 2, records: 16, rate: 100, seconds: 1, slowPercent: 0 },
    long: { narrow: 990, wide: 10, records: 100, rate: 500, seconds: 60, slowPercent: 0 },
    run: proveStreams,
  }),
  'streams-slow-commits': defineTest({
    promise: 'no event is lost or repeated on a stream while other transactions commit late',
    short: { narrow: 20, wide: 2, records: 16, rate: 100, seconds: 1, slowPercent: 20 },
    long: { narrow: 100, wide: 10, records: 100, rate: 200, seconds: 60, slowPercent: 20 },
    run: proveStreams,
  }),
  events: defineTest({
    promise: 'pages of the event log and of the audit trail are in time with millions of rows',
    short: { events: 5000, requesters: 20, requests: 3 },
    long: { events: 5_000_000, requesters: 20_000, requests: 300 },
    run: (sizes, { isShort }) => measureEvents(sizes, !isShort),
  }),
  'sla-sweep': defineTest({
    promise: 'SLA events are emitted in time with millions of incidents',
    short: { records: 1000, open: 100, seconds: 3, overdue: 50 },
    long: { records: 5_000_000, open: 100_000, seconds: 60, overdue: 20_000 },
    texts: ['database'],
    run: (sizes, { texts }) => measureSweep(sizes, texts['database']),
  }),
  'rule-cost': defineTest({
    promise: 'rules cost a write little CPU time',
    short: { rules: 10, requests: 20, rounds: 1 },
    long: { rules: 100, requests: 300, rounds: 15 },
    run: measureRuleCost,
  }),
  'due-rules': defineTest({
    promise: 'rules for which time has to pass run once and in time, while many records wait',
    short: { records: 300, perSecond: 20, seconds: 3, overdue: 20 },
    long: { records: 100_000, perSecond: 100, seconds: 60, overdue: 5000 },
    run: measureDueRules,
  }),
  'sla-recompute': defineTest({
    promise:
      'all open incidents soon have the clocks of a new policy, other requests hardly notice, and the clocks are those of a rebuild',
    short: { records: 1000, rate: 20, seconds: 1 },
    long: { records: 100_000, rate: 20, seconds: 30 },
    run: (sizes, { isShort }) => measureRecompute(sizes, !isShort),
  }),
  'sla-cost': defineTest({
    promise: 'SLA policies cost a write little CPU time, also if fifty are tried',
    short: { policies: 3, requests: 20, rounds: 1 },
    long: { policies: 50, requests: 400, rounds: 9 },
    run: measureCost,
  }),
  'idle-memory': defineTest({
    promise: 'an idle process that runs everything stays below 180 MB',
    short: { seconds: 1 },
    long: { seconds: 60 },
    run: measureIdle,
  }),
  'idle-cpu': defineTest({
    promise: 'an idle process costs little CPU time and sends few statements',
    short: { seconds: 2, settle: 1 },
    long: { seconds: 60, settle: 20 },
    texts: ['base'],
    skip: () => !canStartValkey() && 'Valkey is not installed',
    run: (sizes, { texts }) => measureIdleCpu(sizes, texts['base']),
  }),
} satisfies Record<string, ScaledTest>;
