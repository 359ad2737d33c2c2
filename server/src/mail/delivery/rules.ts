// Decides what becomes of a message, by tables of rules over facts that were read before: no database and no clock.
import { type Cause, causes } from '../messages/causes.ts';
import type { MatchedBy, Verification } from '../messages/incoming.ts';
import type { ReplyKind } from '../replies/reply-address.ts';
import type { Automatic } from './automatic.ts';

/** The record that the message belongs to, as its verified sender stands to it. */
export interface FoundRecord {
  id: string;
  matchedBy: Exclude<MatchedBy, 'new_record'>;
  /** Only a signed reply address says who is to read the reply. */
  kind: ReplyKind | undefined;
  isDeleted: boolean;
  /** The record is closed, cancelled or decided, so that mail to it begins another one. */
  hasEnded: boolean;
  isParticipant: boolean;
  isAgent: boolean;
  /** The sender wrote to it too often in a short time. */
  isFlooded: boolean;
}

export interface Facts {
  sender: Verification['result'];
  hasOneSender: boolean;
  /** Somebody who is unverified is nobody that we know. */
  person: 'active' | 'inactive' | 'unknown';
  takesNewRequesters: boolean;
  requiresVerified: boolean;
  isEncrypted: boolean;
  isOwnAddress: boolean;
  automatic: Automatic | undefined;
  /** An unverified sender finds no record; one that somebody chose is found in any case. */
  found: FoundRecord | undefined;
  /** Somebody has released the message, or attached it to the record. */
  isDecided: boolean;
}

export type Decision =
  | { does: 'keep'; state: 'held' | 'ignored'; cause: Cause }
  | {
      does: 'add';
      found: FoundRecord;
      visibility: 'public' | 'team';
      /** A note of somebody who is not verified is written by the person who attached the message. */
      as: 'sender' | 'decider';
    }
  | {
      does: 'create';
      matchedBy: MatchedBy;
      /** The new record follows this one, which has ended. */
      follows: string | undefined;
      as: 'sender' | 'service';
    };

const isStranger = ({ isParticipant, isAgent, kind }: FoundRecord): boolean =>
  !isAgent && (!isParticipant || kind === 'team');

const isVerified = ({ sender }: Facts): boolean => sender === 'verified';

/** The first rule that applies decides. */
const reasonsToKeep: readonly [Cause, applies: (facts: Facts) => boolean][] = [
  ['bounce', ({ automatic }) => automatic === 'report'],
  ['own_address', ({ isOwnAddress }) => isOwnAddress],
  ['automatic', ({ automatic, found }) => automatic === 'response' && !found],
  ['sender_unclear', ({ hasOneSender }) => !hasOneSender],
  ['sender_failed', ({ sender }) => sender === 'failed'],
  ['sender_unverified', (facts) => facts.requiresVerified && !isVerified(facts)],
  ['sender_inactive', (facts) => isVerified(facts) && facts.person === 'inactive'],
  ['encrypted', ({ isEncrypted }) => isEncrypted],
  ['record_not_writable', ({ found }) => found?.isDeleted === true],
  ['not_a_participant', ({ found }) => found !== undefined && isStranger(found)],
  ['flood', ({ found }) => found?.isFlooded === true],
  [
    'unknown_sender',
    (facts) =>
      isVerified(facts) &&
      facts.person === 'unknown' &&
      !facts.takesNewRequesters &&
      (facts.found?.hasEnded ?? true),
  ],
];

const keep = (cause: Cause): Decision => ({
  does: 'keep',
  state: causes[cause].state as 'held' | 'ignored',
  cause,
});

const acts = (facts: Facts): boolean => isVerified(facts) && facts.person !== 'inactive';

/** Agents write to the team, unless the mail was sent to a public reply address. Automatic mail moves no record. */
function visibilityOf(facts: Facts, { isAgent, kind }: FoundRecord): 'public' | 'team' {
  const isAutomatic = facts.automatic !== undefined && facts.automatic !== 'list';
  if (!acts(facts) || isAutomatic) return 'team';
  return isAgent && kind !== 'public' ? 'team' : 'public';
}

export function decide(facts: Facts): Decision {
  const { found, isDecided } = facts;
  const reason = isDecided ? undefined : reasonsToKeep.find(([, applies]) => applies(facts));
  if (reason) return keep(reason[0]);
  const isAttached = found?.matchedBy === 'attached';
  if (found?.isDeleted && isAttached) return keep('record_not_writable');
  const isOpen = found && !found.isDeleted && !found.hasEnded;
  if (found && (isAttached || (isOpen && acts(facts)))) {
    const as = acts(facts) ? 'sender' : 'decider';
    return { does: 'add', found, visibility: visibilityOf(facts, found), as };
  }
  const follows = acts(facts) && found && !found.isDeleted ? found : undefined;
  return {
    does: 'create',
    matchedBy: follows?.matchedBy ?? 'new_record',
    follows: follows?.id,
    as: acts(facts) ? 'sender' : 'service',
  };
}
