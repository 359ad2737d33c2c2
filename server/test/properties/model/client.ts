// Sends the commands of one client and compares each response with the model of its family.
import type { Json, RequestOptions } from '../../support/harness.ts';
import { requestOf } from './actions.ts';
import { compare, Divergence } from './compare.ts';
import type { Caller, Command, Model, Observed, Response, Sent, Session } from './family.ts';

/** The record has the models of its versions and every response about it. */
export interface TestedRecord<M> {
  id: string;
  models: readonly M[];
  responses: readonly Observed[];
}

const callerOf = (client: number, role: string, user: number): Caller => ({
  role,
  email: `${role}-${client}-${user}@example.com`,
});

const ifMatches: Record<Command['ifMatch'], (version: number) => string | undefined> = {
  none: () => undefined,
  current: (version) => `"${version}"`,
  stale: (version) => `"${version - 1}"`,
  bare: (version) => `${version}`,
  any: () => '*',
};

/** Prepares the request of a command; `seen` is the record as the client knows it. */
export function prepareRequest<M extends Model>(
  { name, family }: Session<M>,
  client: number,
  { role, user, ifMatch, action }: Command,
  seen: { version: number; shown: Json } = { version: 1, shown: {} },
): Sent {
  const resolved = family.resolve?.(action, seen.shown) ?? action;
  const { body, ...request } = requestOf(resolved, seen.shown);
  const content = action.do === 'create' ? { ...body, ...family.markOf?.(name) } : body;
  const header = ifMatches[ifMatch](seen.version);
  return {
    ...request,
    by: callerOf(client, role, user),
    ...(content && { body: content }),
    ...(header !== undefined && { ifMatch: header }),
  };
}

export function send<M extends Model>(
  { instance, family }: Session<M>,
  sent: Sent,
  id: string | undefined,
): Promise<Response> {
  const special = family.send?.(instance, sent, id);
  if (special) return special;
  const { by, method, suffix, body, ifMatch } = sent;
  const url = id === undefined ? family.path : `${family.path}/${id}${suffix}`;
  return instance.call(method, url, {
    as: by.role as NonNullable<RequestOptions['as']>,
    email: by.email,
    ...(body && { body }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });
}

/** Adds the model of a new version, or replaces that of the current one. */
const withModel = <M extends Model>(models: readonly M[], after: M): M[] => [
  ...models.slice(0, after.version - 1),
  after,
];

export async function createOwn<M extends Model>(
  session: Session<M>,
  client: number,
  command: Command,
): Promise<TestedRecord<M> | undefined> {
  const sent = prepareRequest(session, client, command);
  const outcome = session.family.create(sent);
  const reply = await send(session, sent, undefined);
  const id = String(reply.body?.id);
  const responses = [{ sent, reply }];
  try {
    compare(reply, outcome, id);
  } catch (error) {
    throw new Divergence(error, { id, responses });
  }
  return outcome.code === undefined ? { id, models: [outcome.after], responses } : undefined;
}

export async function performOwn<M extends Model>(
  session: Session<M>,
  client: number,
  command: Command,
  { id, models, responses: earlier }: TestedRecord<M>,
): Promise<TestedRecord<M>> {
  const { family, tally } = session;
  const before = models.at(-1) as M;
  const { version, fields } = before;
  const sent = prepareRequest(session, client, command, { version, shown: { ...fields, id } });
  const rule = family.ruleOf(before, sent);
  if (rule !== undefined) tally.moves.add(rule);
  const outcome = family.expect(before, sent);
  const reply = await send(session, sent, id);
  const responses = [...earlier, { sent, reply }];
  try {
    compare(reply, outcome, id);
  } catch (error) {
    throw new Divergence(error, { id, responses });
  }
  return { id, models: withModel(models, outcome.after), responses };
}
