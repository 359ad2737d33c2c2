// Attacks on tokens, records, webhooks, pages and connections must fail; each has a short and a long size.
import { existsSync } from 'node:fs';
import { startInstance } from '../support/harness.ts';
import { receiverEnv } from '../support/receivers.ts';
import { type ScaledTest, defineTest } from '../support/scaled-tests.ts';
import { cannotAsk, proveInjections } from './ai/injections.ts';
import { proveAccountLinks } from './identity/account-links/account-links.ts';
import { proveFactors } from './factors/factor-attacks.ts';
import { proveCanaries } from './identity/canaries.ts';
import { proveExternalSignIn } from './identity/external/attacks.ts';
import { proveGuesses } from './identity/guesses.ts';
import { proveMatrix } from './identity/matrix.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { provePages } from './identity/pages.ts';
import { proveRfc9700 } from './identity/rfc9700.ts';
import { proveRotation } from './identity/rotation.ts';
import { proveSwaps } from './identity/swaps.ts';
import { proveTokens } from './identity/tokens.ts';
import { proveHiddenFields } from './hidden-fields/hidden-fields.ts';
import { proveInvisible } from './invisible/invisible.ts';
import { proveOwnRule } from './own-rule/own-rule.ts';
import { proveHostileArticles } from './knowledge/hostile-articles.ts';
import { proveSearchCanaries } from './search/search-canaries.ts';
import { proveForgedMail } from './mail/forged.ts';
import { proveSlow } from './slow-clients/slow.long.ts';
import { proveForgeries } from './webhooks/forge.ts';
import { proveSecrets } from './webhooks/secrets.ts';
import { canMakeNetwork, proveSsrf } from './webhooks/ssrf.ts';
import { proveHeaders } from './webhooks/webhook-headers.ts';

export const securityTests = {
  matrix: defineTest({
    promise: 'each role gets the status of the role table at each route',
    short: { every: 29 },
    long: { every: 1 },
    run: ({ every }) => proveMatrix(every),
  }),
  tokens: defineTest({
    promise: 'no hostile token is accepted',
    short: { every: 61 },
    long: { every: 1 },
    run: ({ every }) => proveTokens(every),
  }),
  rfc9700: defineTest({
    promise: 'the requirements of RFC 9700 are met',
    short: { every: 4 },
    long: { every: 1 },
    run: ({ every }) => proveRfc9700(every),
  }),
  'external-sign-in': defineTest({
    promise: 'no attack on signing in at an identity provider succeeds',
    short: { every: 6 },
    long: { every: 1 },
    run: ({ every }, run) => proveExternalSignIn(every, run),
  }),
  swaps: defineTest({
    promise: 'the ids of another person reveal nothing',
    short: { swaps: 200 },
    long: { swaps: 10_000 },
    run: ({ swaps, seed }) => proveSwaps(swaps, seed),
  }),
  'own-rule': defineTest({
    promise:
      'lists, totals, counts, records, notes, files, events and streams show a person exactly the incidents that they opened or have requested',
    short: { writes: 3 },
    long: { writes: 1000 },
    run: proveOwnRule,
  }),
  'hidden-fields': defineTest({
    promise:
      'a field for agents reaches no requester by any route that reads, and everybody else reads the values that a model has',
    short: { rounds: 1, fields: 2, records: 1, writes: 1, requesters: 1, others: 1 },
    long: { rounds: 6, fields: 16, records: 4, writes: 4, requesters: 2, others: 4 },
    run: proveHiddenFields,
  }),
  'mail-forgeries': defineTest({
    promise: 'no forged mail acts as somebody, or reaches a record that is not its sender’s own',
    short: { mails: 42 },
    long: { mails: 300 },
    run: proveForgedMail,
  }),
  invisible: defineTest({
    promise:
      'hidden links, participants, mentions and notes of duplicates can be swapped, and no route, event stream or mail shows a difference',
    short: { rounds: 1, steps: 0 },
    long: { rounds: 12, steps: 40 },
    run: proveInvisible,
  }),
  'search-canaries': defineTest({
    promise:
      'a search finds exactly the words that the caller can read, in records, notes of each visibility, articles and names',
    short: { rounds: 1, records: 0, canaries: 6, readers: 1 },
    long: { rounds: 10, records: 30_000, canaries: 100, readers: 10 },
    run: proveSearchCanaries,
  }),
  'key-rotation': defineTest({
    promise: 'no valid token is rejected while keys rotate under load',
    short: { rotations: 1, unknown: 200 },
    long: { rotations: 10, unknown: 10_000 },
    run: ({ rotations, unknown }) => proveRotation(rotations, unknown),
  }),
  guesses: defineTest({
    promise: 'guesses are throttled, and the right secret works from another address',
    short: { count: 60 },
    long: { count: 1000 },
    run: ({ count }) => proveGuesses(count),
  }),
  'account-links': defineTest({
    promise: 'nobody takes over an account by a link to choose a password',
    short: { every: 9 },
    long: { every: 1 },
    run: ({ every }) => proveAccountLinks(every),
  }),
  factors: defineTest({
    promise: 'no attack gets around the second factor, or changes the factors of somebody else',
    short: { every: 16 },
    long: { every: 1 },
    run: ({ every }) => proveFactors(every),
  }),
  pages: defineTest({
    promise:
      'the hosted pages work by keyboard without scripts; in light and dark the browser reports no CSP violation and axe finds nothing',
    short: { every: 3, screens: 1 },
    long: { every: 1, screens: 4 },
    texts: ['shots'],
    skip: () => !existsSync(CHROMIUM) && `needs Chromium at ${CHROMIUM}`,
    run: ({ every, screens }, { texts }) => provePages(every, screens, texts['shots']),
  }),
  'hostile-articles': defineTest({
    promise:
      'hostile articles are stored and returned as text or refused, and no page executes them',
    short: { every: 12 },
    long: { every: 1 },
    run: ({ every }) => proveHostileArticles(every),
  }),
  canaries: defineTest({
    promise: 'no secret sent to an endpoint appears in log, dump, metrics or errors',
    long: {},
    run: () => proveCanaries(),
  }),
  ssrf: defineTest({
    promise: 'no webhook reaches a non-public address, whatever its URL says or resolves to',
    short: { payloads: 12, flips: 10 },
    long: { payloads: 130, flips: 1000 },
    skip: () => !canMakeNetwork() && 'needs its own network namespace: root, unshare and ip',
    run: proveSsrf,
  }),
  headers: defineTest({
    promise: 'owners cannot set reserved headers, and each is sent exactly once',
    short: {},
    long: {},
    run: async ({ seed }, { isShort }) => {
      const env = { RETRY_DELAYS_SECONDS: `${isShort ? 0.2 : 1},600,600,600` };
      const instance = await startInstance({ worker: true, env: { ...receiverEnv(), ...env } });
      return proveHeaders(instance, seed).finally(() => instance.stop());
    },
  }),
  secrets: defineTest({
    promise:
      'no secret is in dump, jobs or logs, and rekey leaves no value encrypted with the old key',
    short: { count: 12 },
    long: { count: 1000 },
    run: proveSecrets,
  }),
  forgeries: defineTest({
    promise: 'no forged event is accepted',
    short: { forgeries: 330 },
    long: { forgeries: 50_000 },
    run: proveForgeries,
  }),
  injections: defineTest({
    promise:
      'a model that obeys instructions in records writes nothing, links nowhere and cites only retrieved records',
    short: { injections: 20 },
    long: { injections: 200 },
    skip: () => cannotAsk,
    run: proveInjections,
  }),
  'slow-clients': defineTest({
    promise: 'two thousand slow clients are all disconnected in time while a good one is served',
    long: {},
    run: () => proveSlow(),
  }),
} satisfies Record<string, ScaledTest>;
