// Sends a command as an HTTP request and compares the response with the model.
import assert from 'node:assert/strict';
import type { Instance, Reply } from '../../support/harness.ts';
import type { Action, Command, Patch } from './commands.ts';
import type { Verdict } from './expectations.ts';
import { A_TIME, type Attempt, bodyOf, type Caller, noteVisibility, response } from './model.ts';
import type { Role } from './rules.ts';

/** Each client has a user of every role, so that a requester's records are its own. */
const callerOf = (client: number, role: Role): Caller => ({
  role,
  email: `${role}-${client}@example.com`,
});

const requests: Record<Action['do'], (id: string) => [method: string, path: string]> = {
  create: () => ['POST', '/incidents'],
  patch: (id) => ['PATCH', `/incidents/${id}`],
  move: (id) => ['PATCH', `/incidents/${id}`],
  repeat: (id) => ['PATCH', `/incidents/${id}`],
  note: (id) => ['POST', `/incidents/${id}/notes`],
  delete: (id) => ['DELETE', `/incidents/${id}`],
  restore: (id) => ['POST', `/incidents/${id}/restore`],
  read: (id) => ['GET', `/incidents/${id}`],
};

const ifMatches: Record<Command['ifMatch'], (version: number) => string | undefined> = {
  none: () => undefined,
  current: (version) => `"${version}"`,
  stale: (version) => `"${version - 1}"`,
  any: () => '*',
};

export const attemptOf = (client: number, command: Command, version: number): Attempt => ({
  by: callerOf(client, command.as),
  action: command.action,
  ifMatch: ifMatches[command.ifMatch](version),
});

/** No event may contain a note's text, so the text must be easy to find. */
export const NOTE_BODY = 'secret-note-text';

export function payloadOf(action: Action, shown: Record<string, unknown>): Patch | undefined {
  if (action.do === 'create') return action.body;
  if (action.do === 'note')
    return { body: NOTE_BODY, ...(action.visibility && { visibility: action.visibility }) };
  return requests[action.do]('')[0] === 'PATCH' ? bodyOf(action, shown) : undefined;
}

export function send(
  instance: Instance,
  { by, action, ifMatch }: Attempt,
  id: string,
  payload: Patch | undefined,
): Promise<Reply> {
  const [method, path] = requests[action.do](id);
  const query = action.do === 'read' && action.includeDeleted ? '?include_deleted=true' : '';
  return instance.call(method, path + query, {
    as: by.role,
    email: by.email,
    ...(payload && { body: payload }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });
}

/** Compares the response with every field that the model knows. */
const pick = (body: Record<string, unknown>, expected: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(expected).map((name) => {
      const value = body[name];
      if (Array.isArray(value)) return [name, (value as string[]).toSorted()];
      return [name, name.endsWith('_at') && typeof value === 'string' ? A_TIME : value];
    }),
  );

function expectedBody({ status, code, after }: Verdict, { by, action }: Attempt, id: string) {
  if (code !== undefined) return { status, code };
  if (action.do === 'delete')
    return { id, deleted: true, deleted_by: by.email, deleted_at: A_TIME };
  if (action.do === 'note')
    return { incident_id: id, visibility: noteVisibility(action, by.role), author: by.email };
  return response(after, id, by);
}

const errorMembers: Record<string, (verdict: Verdict, payload: Patch | undefined) => object> = {
  invalid_transition: ({ after }, payload) => ({
    current_state: after.shown['state'],
    requested_state: payload?.['state'],
  }),
  version_mismatch: ({ after }) => ({ current_version: after.version }),
};

export function compareWithModel(
  reply: Reply,
  verdict: Verdict,
  attempt: Attempt,
  id: string,
  payload: Patch | undefined,
): void {
  const { status, code = '' } = verdict;
  const expected = {
    ...expectedBody(verdict, attempt, id),
    ...errorMembers[code]?.(verdict, payload),
  };
  assert.deepEqual(
    { http: reply.status, ...pick(reply.body, expected) },
    { http: status, ...expected },
    'the response',
  );
  if ('version' in expected)
    assert.equal(reply.headers.get('etag'), `"${verdict.after.version}"`, 'ETag');
}
