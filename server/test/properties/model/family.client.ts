// Sends the commands of one client and compares each response with the model of its family.
import assert from 'node:assert/strict';
import type { Instance, Reply, RequestOptions } from '../../support/harness.ts';
import type { Caller, Command, Family, Model, Outcome, Sent } from './family.ts';
import { comparable } from './family.ts';
import { Divergence } from './own.ts';

export interface OwnRecord<M> {
  id: string;
  model: M;
  history: string[];
}

const callerOf = (client: number, role: string, user: number): Caller => ({
  role,
  email: `${role}-${client}-${user}@example.com`,
});

const ifMatches: Record<Command<unknown>['ifMatch'], (version: number) => string | undefined> = {
  none: () => undefined,
  current: (version) => `"${version}"`,
  stale: (version) => `"${version - 1}"`,
  any: () => '*',
};

export function sentBy<Action extends { do: string }, M extends Model>(
  family: Family<Action, M>,
  client: number,
  { role, user, ifMatch, action }: Command<Action>,
  seen: { version: number; shown: Record<string, unknown> },
): Sent {
  const by = callerOf(client, role, user);
  const header = ifMatches[ifMatch](seen.version);
  return {
    do: action.do,
    ...family.request(action, by, seen.shown),
    by,
    ...(header !== undefined && { ifMatch: header }),
  };
}

export function send(
  instance: Instance,
  { path, send: own }: Pick<Family<never, never>, 'path' | 'send'>,
  sent: Sent,
  id: string | undefined,
): Promise<Pick<Reply, 'status' | 'body' | 'headers'>> {
  const special = own?.(instance, sent, id);
  if (special) return special;
  const { by, method, suffix, body, ifMatch } = sent;
  const url = id === undefined ? path : `${path}/${id}${suffix}`;
  return instance.call(method, url, {
    as: by.role as NonNullable<RequestOptions['as']>,
    email: by.email,
    ...(body && { body }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });
}

/** Throws if the response is not the one that the model expects. */
export function compare(
  reply: Pick<Reply, 'status' | 'body' | 'headers'>,
  outcome: Outcome<unknown>,
) {
  const { status, code, shown = {} } = outcome;
  const expected = code === undefined ? shown : { status, code, ...shown };
  assert.deepEqual(
    { http: reply.status, ...comparable(reply.body, expected) },
    { http: status, ...comparable(expected, expected) },
    'the response',
  );
  if ('version' in shown && code === undefined)
    assert.equal(reply.headers.get('etag'), `"${String(shown['version'])}"`, 'ETag');
}

export const historyLine = (
  { by, do: what, body, ifMatch }: Sent,
  reply: Pick<Reply, 'status' | 'body'>,
) =>
  `${by.email} ${what} ${JSON.stringify(body ?? {})} if-match ${ifMatch ?? '-'}: ${reply.status} ${reply.body?.code ?? ''}`;

/** A creation replaces the client's record; the one before is returned by the caller for the audit. */
export async function performOwn<Action extends { do: string }, M extends Model>(
  instance: Instance,
  family: Family<Action, M>,
  client: number,
  command: Command<Action>,
  before: OwnRecord<M> | undefined,
  tried: Set<string>,
): Promise<OwnRecord<M> | undefined> {
  const isNew = command.action.do === 'create';
  const seen = before
    ? { version: before.model.version, shown: { ...family.shownOf(before.model), id: before.id } }
    : { version: 1, shown: {} };
  const sent = sentBy(family, client, command, seen);
  if (!isNew && !before) throw new Error('there is no record yet');
  const rule = before && !isNew ? family.ruleOf(before.model, sent) : undefined;
  if (rule !== undefined) tried.add(rule);
  const outcome = isNew || !before ? family.create(sent) : family.expect(before.model, sent);
  const reply = await send(instance, family, sent, isNew ? undefined : before?.id);
  const id = isNew ? String(reply.body?.id) : (before?.id ?? '');
  const history = [...(isNew ? [] : (before?.history ?? [])), historyLine(sent, reply)];
  try {
    compare(reply, outcome);
  } catch (error) {
    throw new Divergence(error instanceof Error ? error.message : String(error), { id, history });
  }
  if (isNew && outcome.code !== undefined) return before;
  return { id, model: outcome.after, history };
}
