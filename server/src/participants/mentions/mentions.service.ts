// Reads whom the notes of an update mention: those who may read record and note become watchers and are notified.
import { findReaders, may } from '../../identity/index.ts';
import { type Context, isOwnAddress } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  insertParticipants,
  mayReadNote,
  MAX_PARTICIPANTS,
  type Mention,
  type MentionReader,
  type NewParticipant,
  type Participant,
  readParticipants,
  type Warning,
} from '../../records/index.ts';
import { changesOf, isWatcher } from '../participants.service.ts';
import { type Candidate, scanMentions } from './mentions.scan.ts';
import { findByAddress, findByName, type FoundUser } from './mentions.sql.ts';

/** A note mentions at most so many people. */
const MAX_MENTIONS = 20;

interface Found extends FoundUser {
  isAmbiguous: boolean;
}

type Named = Pick<FoundUser, 'given'>;
const byGiven = <One extends Named>(found: readonly One[]): Map<string, One[]> =>
  Map.groupBy(found, ({ given }) => given.toLowerCase());

/** Returns the user of each candidate. The longest name that somebody has decides; most candidates are no mentions. */
async function findUsers(tx: Tx, candidates: readonly Candidate[]): Promise<Found[]> {
  const addresses = candidates.flatMap((one) => ('address' in one ? [one.address] : []));
  const names = candidates.flatMap((one) => ('names' in one ? one.names : []));
  const byAddress = byGiven(await findByAddress(tx, [...new Set(addresses)]));
  const byName = byGiven(await findByName(tx, [...new Set(names)]));
  return candidates.flatMap((one) => {
    if ('address' in one) {
      const [user] = byAddress.get(one.address.toLowerCase()) ?? [];
      return user ? [{ ...user, isAmbiguous: false }] : [];
    }
    const name = one.names.find((given) => byName.has(given.toLowerCase()));
    const [user, other] = byName.get(name?.toLowerCase() ?? '') ?? [];
    return user ? [{ ...user, isAmbiguous: other !== undefined && other.id !== user.id }] : [];
  });
}

const distinct = (found: readonly Found[]): Found[] => {
  const keyOf = ({ id, given, isAmbiguous }: Found) => (isAmbiguous ? given.toLowerCase() : id);
  return [...new Map(found.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
};

interface OfNote {
  mentioned: FoundUser[];
  warnings: Warning[];
}

/** Nobody mentions themselves. */
async function readNote(
  tx: Tx,
  { actor }: Context,
  type: Parameters<MentionReader>[2],
  row: Parameters<MentionReader>[3],
  { body, visibility, pointer = '/body' }: Parameters<MentionReader>[4][number],
): Promise<OfNote> {
  const { candidates, isCut } = scanMentions(body);
  const found = distinct(await findUsers(tx, candidates)).filter(
    ({ email, isAmbiguous }) => isAmbiguous || !isOwnAddress(actor, email),
  );
  const [ambiguous, others] = [
    found.filter(({ isAmbiguous }) => isAmbiguous),
    found.filter(({ isAmbiguous }) => !isAmbiguous),
  ];
  const users = others.slice(0, MAX_MENTIONS);
  const addresses = users.map(({ email }) => email);
  const readers = await findReaders(tx, type, row, addresses);
  const note = { visibility, author: actor.email };
  const reading = new Set(
    readers.flatMap(({ given, viewer }) => (mayReadNote(type.notes, note, viewer) ? [given] : [])),
  );
  const warn =
    (code: Warning['code']) =>
    ({ given }: FoundUser): Warning => ({ pointer, code, mention: `@${given}` });
  const isTooMany = isCut || others.length > MAX_MENTIONS;
  return {
    mentioned: users.filter(({ email }) => reading.has(email)),
    warnings: [
      ...users.filter(({ email }) => !reading.has(email)).map(warn('mention_not_readable')),
      ...ambiguous.map(warn('mention_ambiguous')),
      ...(isTooMany ? [{ pointer, code: 'too_many_mentions' as const }] : []),
    ],
  };
}

/** People who watch already, and those beyond the limit of participants, are notified nevertheless. */
const newWatchers = (
  stored: readonly Participant[],
  mentioned: readonly (FoundUser & { isPrivate: boolean })[],
): NewParticipant[] => {
  const watching = new Set(stored.filter(isWatcher).map(({ person }) => person));
  return [...new Map(mentioned.map((one) => [one.id, one])).values()]
    .filter(({ id }) => !watching.has(id))
    .slice(0, Math.max(0, MAX_PARTICIPANTS - stored.length))
    .map(({ email, isPrivate }) => ({
      kind: 'watcher',
      email,
      // The source would show others that there is a private note.
      source: isPrivate ? 'added' : 'mention',
    }));
};

const directoryReaders = may('directory.read');

export const readMentions: MentionReader = async (tx, context, type, row, notes) => {
  // The sender of an inbound event is no person; its text may have an @ of another system.
  if (context.actor.via) return { mentions: [], changes: {}, warnings: [] };
  const mentions: Mention[] = [];
  const mentioned: (FoundUser & { isPrivate: boolean })[] = [];
  const warnings: Warning[] = [];
  for (const note of notes) {
    const read = await readNote(tx, context, type, row, note);
    const isPrivate = note.visibility === 'private';
    mentioned.push(...read.mentioned.map((user) => ({ ...user, isPrivate })));
    mentions.push(...read.mentioned.map(({ id }) => ({ note_id: note.id, user_id: id })));
    warnings.push(...read.warnings);
  }
  const by = { email: context.actor.email, at: context.now.toISOString() };
  const stored = mentions.length === 0 ? [] : await readParticipants(tx, row.id);
  const added = newWatchers(stored, mentioned);
  await insertParticipants(tx, row.id, added, by);
  // The others must not learn who has an account.
  const isWarned = reachOf(directoryReaders, context.actor) !== undefined;
  return {
    mentions,
    changes: changesOf(stored, [...stored, ...added]),
    warnings: isWarned ? warnings : [],
  };
};
