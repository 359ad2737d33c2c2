// Long tests of the console in Chromium, with their sizes.
import { existsSync } from 'node:fs';
import { CHROMIUM } from '../../../server/test/support/chromium.ts';
import { type ScaledTest, scaled } from '../../../server/test/support/scaled-tests.ts';
import { proveCuts } from './cuts.ts';
import { proveInbound } from './inbound.ts';
import { proveLive } from './live.ts';
import { proveOverview, provePresence } from './overview.ts';
import { provePages } from './pages.ts';
import { provePayloads } from './payloads.ts';
import { proveProfile } from './profile.ts';
import { proveRecord } from './record.ts';
import { proveRecordPayloads } from './record-payloads.ts';
import { proveSession } from './session.ts';
import { proveWebhookPages } from './webhook-pages.ts';
import { proveWebhookPayloads } from './webhook-payloads.ts';
import { proveWebhooks } from './webhooks.ts';

const skip = () => !existsSync(CHROMIUM) && `needs Chromium at ${CHROMIUM}`;

export const consoleTests = {
  'console-live': scaled({
    promise: 'under a steady rate of events no row of the queue moves and no click opens another',
    long: { events: 10_000, rate: 50, clicks: 500, rows: 200 },
    skip,
    run: (sizes) => proveLive(sizes),
  }),
  'console-cuts': scaled({
    promise: 'five seconds after the event stream was cut many times, the queue shows every change',
    long: { cuts: 50 },
    skip,
    run: ({ cuts }) => proveCuts(cuts),
  }),
  'console-payloads': scaled({
    promise:
      'hostile text in incidents runs no script, loads nothing from elsewhere, and is shown as text',
    long: { every: 1 },
    skip,
    run: ({ every }) => provePayloads(every),
  }),
  'console-pages': scaled({
    promise: 'in every state of the console axe finds nothing serious in light, dark and at 390 px',
    long: { every: 1 },
    texts: ['shots'],
    skip,
    run: ({ every }, { texts }) => provePages(every, texts['shots']),
  }),
  'console-record': scaled({
    promise:
      'an incident is worked on by keyboard, by two agents at once and with the assistant, without a fault',
    long: { edits: 20 },
    skip,
    run: proveRecord,
  }),
  'console-record-payloads': scaled({
    promise:
      'hostile text in the fields and notes of an incident runs no script and is shown as text on its page',
    long: { every: 1 },
    skip,
    run: ({ every }) => proveRecordPayloads(every),
  }),
  'console-session': scaled({
    promise: 'a session that ends while someone writes loses nothing, and goes on after a sign-in',
    long: {},
    skip,
    run: () => proveSession(),
  }),
  'console-webhooks': scaled({
    promise:
      'a failed delivery is found, compared and replayed, many are replayed by filter, and none is lost',
    long: { failed: 30 },
    skip,
    run: proveWebhooks,
  }),
  'console-inbound': scaled({
    promise: 'a wrong mapping is fixed on a draft with the payload of a real alert, then replayed',
    long: {},
    skip,
    run: () => proveInbound(),
  }),
  'console-profile': scaled({
    promise: 'a key made in the profile works with the SDK, and a session is ended from elsewhere',
    long: {},
    skip,
    run: () => proveProfile(),
  }),
  'console-overview': scaled({
    promise: 'every number of the overview equals the total of the list behind it',
    long: { incidents: 60 },
    skip,
    run: proveOverview,
  }),
  'console-presence': scaled({
    promise: 'two people at one record see each other, the queue shows them, and who left is gone',
    long: {},
    skip,
    run: () => provePresence(),
  }),
  'console-webhook-pages': scaled({
    promise:
      'on the pages of webhooks, overview and profile axe finds nothing serious on any screen',
    long: { every: 1 },
    texts: ['shots', 'only'],
    skip,
    run: (sizes, { texts }) => proveWebhookPages(sizes, texts['shots'], texts['only']),
  }),
  'console-webhook-payloads': scaled({
    promise: 'hostile text on the pages of webhooks runs no script and is shown as text',
    long: { every: 4 },
    skip,
    run: proveWebhookPayloads,
  }),
} satisfies Record<string, ScaledTest>;
