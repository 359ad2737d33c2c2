// Signs in to the mail servers of every active mailbox, and finds those whose mail nobody takes.
import { NO_READER, type WatchedMailbox, watchMailboxes } from '../mail/index.ts';
import { type Clock, pause, systemClock } from '../platform/clock.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { fail, type Finding, ok, warn } from './findings.ts';

/** Many mailboxes are often at one provider, which limits logins. */
const AT_ONCE = 5;
const TESTED_WITHIN_MS = 20_000;
const ALL_WITHIN_MS = 60_000;
const MAX_SHOWN = 10;

type Tested = Pick<WatchedMailbox, 'address' | 'incoming' | 'sendsBy' | 'health' | 'test'>;

interface Fault {
  text: string;
  /** Mail waits, or is not sent, until somebody does something. */
  isFailure: boolean;
  advice: string;
}

const SEE = 'See "A mailbox fails" in docs/runbooks.md.';

/** Reasons are sentences, of which the last says what to do. */
const failureOf = (address: string, what: string, reason: string | null): Fault => ({
  text: `${address} ${what}: ${reason ?? 'no reason is known.'}`,
  isFailure: true,
  advice: SEE,
});

async function faultsOf(mailbox: Tested, deps: Pick<Deps, 'config'>): Promise<Fault[]> {
  const { address, incoming, sendsBy, health } = mailbox;
  const faults: Fault[] = [];
  if (incoming === 'lmtp' && !deps.config.LMTP_LISTEN)
    faults.push({
      text: `${address} receives by LMTP, and LMTP_LISTEN is not set.`,
      isFailure: false,
      advice: 'Set LMTP_LISTEN for `api` or `start`.',
    });
  const needsTest = incoming === 'imap' || sendsBy === 'smtp';
  const result = needsTest ? await mailbox.test() : undefined;
  const isUnreachable = result?.incoming.status === 'failed';
  if (isUnreachable) faults.push(failureOf(address, 'cannot be read', result.incoming.reason));
  // The check of mail says the same of the mail server of the instance.
  if (sendsBy === 'smtp' && result?.outgoing.status === 'failed')
    faults.push(failureOf(address, 'cannot send', result.outgoing.reason));
  // With a login that fails, the reader has failed for the same reason.
  if (health.status === 'failed' && (!isUnreachable || health.last_error === NO_READER))
    faults.push(
      failureOf(
        address,
        `has not received mail since ${health.failing_since ?? 'an unknown time'}`,
        health.last_error,
      ),
    );
  return faults;
}

/** Tests some at a time. A mailbox whose server hangs, or whose turn does not come, is a fault of its own. */
async function testAll(
  mailboxes: readonly Tested[],
  deps: Pick<Deps, 'config'>,
  clock: Clock,
): Promise<Fault[]> {
  const found = new Map<Tested, Fault[]>();
  const waiting = [...mailboxes];
  const all = new AbortController();
  const testOne = async (mailbox: Tested) => {
    const one = new AbortController();
    const signal = AbortSignal.any([one.signal, all.signal]);
    const late = pause(clock, TESTED_WITHIN_MS, signal).then((): Fault[] => [
      failureOf(mailbox.address, 'was tested in vain', 'its mail server did not respond in time.'),
    ]);
    try {
      const faults = faultsOf(mailbox, deps).catch((error: Error) => [
        failureOf(mailbox.address, 'cannot be tested', error.message),
      ]);
      found.set(mailbox, await Promise.race([faults, late]));
    } finally {
      one.abort();
    }
  };
  const testNext = async () => {
    for (let next = waiting.shift(); next && !all.signal.aborted; next = waiting.shift())
      await testOne(next);
  };
  const testing = Promise.all(Array.from({ length: AT_ONCE }, testNext));
  const cancel = clock.after(ALL_WITHIN_MS, () => all.abort());
  await testing.finally(cancel);
  const untested = mailboxes.filter((mailbox) => !found.has(mailbox));
  const left: Fault = {
    text: `${untested.length} mailboxes were not tested, because the others took too long.`,
    isFailure: false,
    advice: 'Correct those above first.',
  };
  return [
    ...mailboxes.flatMap((mailbox) => found.get(mailbox) ?? []),
    ...(untested.length > 0 ? [left] : []),
  ];
}

export async function testMailboxes(
  mailboxes: readonly Tested[],
  deps: Pick<Deps, 'config'>,
  clock: Clock = systemClock,
): Promise<Finding> {
  if (mailboxes.length === 0) return ok('none is active');
  const faults = await testAll(mailboxes, deps, clock);
  if (faults.length === 0)
    return ok(`${mailboxes.length} active, and their mail servers accept the logins`);
  const shown = faults.slice(0, MAX_SHOWN).map(({ text }) => text);
  const more = faults.length - shown.length;
  const text = [...shown, ...(more > 0 ? [`${more} more.`] : [])].join(' ');
  const advice = [...new Set(faults.map((fault) => fault.advice))].join(' ');
  return (faults.some(({ isFailure }) => isFailure) ? fail : warn)(text, advice);
}

export const mailboxesFinding = async (deps: Deps): Promise<Finding> =>
  testMailboxes(await watchMailboxes(deps), deps);
