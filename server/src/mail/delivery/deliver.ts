// Delivers a parsed message: reads the facts, decides by rules, and adds the mail to a record or makes one. The caller owns
// the transaction and stores the outcome in it.
import { findActiveSubject, mailableOf } from '../../identity/index.ts';
import { forgetReturnedMails } from '../../notifications/index.ts';
import { addInCopy } from '../../participants/index.ts';
import { type Actor, type Context, instanceContext, isOwnAddress } from '../../platform/context.ts';
import { CHAIN_HEADER, readChain } from '../../platform/http/request/rule-chain.ts';
import { EMAIL } from '../../platform/http/input/formats.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { customFieldsReader } from '../../platform/runtime/custom-fields.ts';
import { readRuleDefinitions } from '../../platform/runtime/rule-definitions.ts';
import { readSlaDefinitions } from '../../platform/runtime/sla-definitions.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readSettings, type Settings } from '../../platform/runtime/settings.ts';
import { emitEntry, type NotedRow, type RecordType, viewerOf } from '../../records/index.ts';
import type { Incoming, MatchedBy, Outcome } from '../messages/incoming.ts';
import { valueOf } from '../text/headers/header-fields.ts';
import { rememberMessageIds } from '../threads/message-ids.sql.ts';
import { answerAutomatically } from './answers.ts';
import { countReturnedMail } from './bounces.ts';
import { findMailboxAddresses } from './delivery.sql.ts';
import { type AnyNotedType, notedTypeOf, readFacts } from './facts.ts';
import { addMail, addRest, readContent } from './notes.ts';
import { createFromMail, linkFollowUp, typeOfMailbox } from './records.ts';
import { type Decision, decide, type Facts } from './rules.ts';
import { registerSender, type Sender, senderAddress, serviceActor } from './sender.ts';

interface Delivery {
  incoming: Incoming;
  facts: Facts;
  sender: Sender | undefined;
  context: Context;
}

/** Mail servers fold the header, and those that forward a mail keep it. */
const chainOf = ({ keys }: Deps, { headers }: Incoming['mail']): Context['chain'] =>
  readChain(
    valueOf(headers, CHAIN_HEADER)?.replaceAll(/\s/g, ''),
    ...keys.all.map(({ ruleChain }) => ruleChain),
  );

/** Settings and fields are read in the transaction, because a second connection could deadlock on the pool. */
async function contextOf(
  tx: Tx,
  deps: Deps,
  { id, mail }: Incoming,
  settings: Settings,
): Promise<Context> {
  const fields = await customFieldsReader()(tx);
  const sla = await readSlaDefinitions(tx);
  const rules = await readRuleDefinitions(tx);
  const instance = await instanceContext({
    config: deps.config,
    settings: async () => settings,
    fields: async () => fields,
    sla: async () => sla,
    rules: async () => rules,
  });
  return {
    ...instance,
    actor: serviceActor(deps),
    reach: 'all',
    requestId: id,
    chain: chainOf(deps, mail),
    now: deps.now(),
    clock: deps.now,
  };
}

/** Somebody who may read no record of the type takes part in this one. */
const actingAs = (context: Context, type: AnyNotedType, actor: Actor): Context => ({
  ...context,
  actor,
  reach: viewerOf(type, { actor })?.reach ?? 'own',
});

const MAX_COPIED = 50;

/** People in copy take part if they may be mailed, and are no mailbox of ours. */
async function copyRecipients(
  tx: Tx,
  context: Context,
  { incoming: { mail } }: Delivery,
  type: AnyNotedType,
  row: NotedRow,
): Promise<NotedRow> {
  const named = [...mail.to, ...mail.cc].map(({ address }) => address.toLowerCase());
  const others = [...new Set(named)].filter(
    (address) =>
      EMAIL.test(address) && address.length <= 254 && !isOwnAddress(context.actor, address),
  );
  const mailable = await mailableOf(tx, others.slice(0, MAX_COPIED));
  const ours = await findMailboxAddresses(
    tx,
    mailable.map(({ given }) => given),
  );
  const copied = mailable
    .filter(({ given, address }) => !isOwnAddress(context.actor, address) && !ours.has(given))
    .map(({ address }) => address);
  return (await addInCopy(tx, context, type as never, row, copied)) as NotedRow;
}

interface Applied {
  type: AnyNotedType;
  row: NotedRow;
  noteId: string | null;
  matchedBy: MatchedBy;
}

/** The timeline shows agents which mail changed the record, and how it was found. */
async function finish(
  tx: Tx,
  context: Context,
  { incoming, facts }: Delivery,
  { type, row, noteId, matchedBy }: Applied,
): Promise<Outcome> {
  const { id, mail, mailbox, sender } = incoming;
  const isVerified = facts.sender === 'verified';
  if (isVerified && mail.messageId !== undefined)
    await rememberMessageIds(tx, row.id, [mail.messageId], mailbox.id);
  const message = {
    id,
    from: sender.from,
    matched_by: matchedBy,
    sender_verified: isVerified,
    verified_by: sender.by,
  };
  await emitEntry(tx, context, type as unknown as RecordType<NotedRow, Context>, row, {
    kind: 'message.applied',
    changes: { message: { from: null, to: message } },
  });
  return {
    state: 'applied',
    record_id: row.id,
    note_id: noteId,
    matched_by: matchedBy,
    sender_verified: isVerified,
  };
}

type Plan<Does extends Decision['does']> = Extract<Decision, { does: Does }>;

async function add(
  tx: Tx,
  deps: Deps,
  delivery: Delivery,
  { found, visibility, as }: Plan<'add'>,
): Promise<Outcome> {
  const { incoming, sender, context: service } = delivery;
  const type = notedTypeOf(found.id);
  const by = incoming.decision?.by ?? '';
  const decider = as === 'decider' ? await findActiveSubject(tx, deps.config, by) : undefined;
  const actor = as === 'sender' ? sender?.actor : decider;
  if (!type) throw new Error(`${found.id} takes no notes`);
  const context = actingAs(service, type, actor ?? service.actor);
  const added = await addMail(tx, context, type, found.id, { incoming, visibility });
  if (!added) return { state: 'held', cause: 'record_not_writable' };
  const isCopied = as === 'sender' && visibility === 'public';
  const row = isCopied
    ? await copyRecipients(tx, added.context, delivery, type, added.row)
    : added.row;
  const applied = { type, row, noteId: added.noteId, matchedBy: found.matchedBy };
  return finish(tx, added.context, delivery, applied);
}

async function create(
  tx: Tx,
  deps: Deps,
  delivery: Delivery,
  { matchedBy, follows, as }: Plan<'create'>,
): Promise<Outcome> {
  const { incoming, sender, facts, context: service } = delivery;
  const { mailbox } = incoming;
  const type = typeOfMailbox(mailbox);
  const isNew = as === 'sender' && facts.person === 'unknown' && facts.takesNewRequesters;
  const known = isNew ? await registerSender(tx, deps, service, incoming) : sender?.actor;
  const context = as === 'sender' && known ? actingAs(service, type, known) : service;
  const content = await readContent(tx, incoming, '');
  const created = await createFromMail(tx, context, mailbox, {
    title: content.title,
    description: content.body,
    requester: as === 'sender' ? undefined : (senderAddress(incoming) ?? null),
    isVerified: facts.sender === 'verified',
  });
  const rest = await addRest(tx, context, type, created, content);
  const noted = rest?.row ?? created;
  if (follows !== undefined) await linkFollowUp(tx, service, type, noted.id, follows);
  const row = as === 'sender' ? await copyRecipients(tx, context, delivery, type, noted) : noted;
  const { id, version } = row;
  await answerAutomatically(tx, service, incoming, facts, {
    type,
    id,
    version,
    title: content.title,
  });
  return finish(tx, context, delivery, { type, row, noteId: rest?.noteId ?? null, matchedBy });
}

export async function deliver(tx: Tx, deps: Deps, incoming: Incoming): Promise<Outcome> {
  const settings = await readSettings(tx);
  const { facts, sender } = await readFacts(tx, deps, incoming, settings);
  const decision = decide(facts);
  if (sender) await forgetReturnedMails(tx, sender.addresses);
  if (decision.does === 'keep') {
    if (decision.cause === 'bounce') await countReturnedMail(tx, deps, incoming.mail);
    return { state: decision.state, cause: decision.cause };
  }
  const delivery = {
    incoming,
    facts,
    sender,
    context: await contextOf(tx, deps, incoming, settings),
  };
  return decision.does === 'add'
    ? add(tx, deps, delivery, decision)
    : create(tx, deps, delivery, decision);
}
