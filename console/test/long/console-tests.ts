// Long tests of the console in Chromium, with their sizes.
import { existsSync } from 'node:fs';
import { CHROMIUM } from '../../../server/test/support/chromium.ts';
import { type ScaledTest, scaled } from '../../../server/test/support/scaled-tests.ts';
import { proveCuts } from './cuts.ts';
import { proveLive } from './live.ts';
import { provePages } from './pages.ts';
import { provePayloads } from './payloads.ts';
import { proveRecord } from './record.ts';
import { proveRecordPayloads } from './record-payloads.ts';
import { proveReferencePages } from './reference-pages.ts';
import { proveReferencePayloads } from './reference-payloads.ts';
import { proveReferenceWalks } from './reference-walks.ts';
import { proveSession } from './session.ts';

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
  'console-reference-pages': scaled({
    promise:
      'in every state of knowledge, CMDB, jobs and administration axe finds nothing serious in light, dark and at 390 px',
    long: { every: 1 },
    texts: ['shots'],
    skip,
    run: ({ every }, { texts }) => proveReferencePages(every, texts['shots']),
  }),
  'console-reference-payloads': scaled({
    promise:
      'hostile text in articles and CIs runs no script and is shown as text on their pages, in differences and in the audit trail',
    long: { every: 1 },
    skip,
    run: ({ every }) => proveReferencePayloads(every),
  }),
  'console-reference-walks': scaled({
    promise:
      'the impact of a discovered CI is opened from an incident, an article is written, published and cited, and a change of roles is audited',
    long: {},
    skip,
    run: () => proveReferenceWalks(),
  }),
  'console-session': scaled({
    promise: 'a session that ends while someone writes loses nothing, and goes on after a sign-in',
    long: {},
    skip,
    run: () => proveSession(),
  }),
} satisfies Record<string, ScaledTest>;
