// A directory that sends requests of SCIM with the token of its connector.
import type { Instance, Json } from './harness.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface ScimReply {
  status: number;
  headers: Headers;
  body: Json;
}

export interface Directory {
  id: string;
  token: string;
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ScimReply>;
  /** Sends operations of a PATCH. */
  patch: (path: string, ...operations: Json[]) => Promise<ScimReply>;
}

async function scimRequest(
  url: string,
  method: string,
  path: string,
  options: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<ScimReply> {
  const { token, body, headers } = options;
  const response = await fetch(`${url}/scim/v2${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

function directoryWith(url: string, id: string, token: string): Directory {
  const send: Directory['send'] = (method, path, body, headers = {}) =>
    scimRequest(url, method, path, { token, body, headers });
  return {
    id,
    token,
    send,
    patch: (path, ...Operations) => send('PATCH', path, { schemas: [PATCH_OP], Operations }),
  };
}

/** Creates a connector. */
export async function openDirectory(
  instance: Pick<Instance, 'call' | 'url'>,
  fields: Json = {},
): Promise<Directory> {
  const { status, body, text } = await instance.call('POST', '/scim-connectors', {
    as: 'super_admin',
    body: { name: 'Entra ID', ...fields },
  });
  if (status !== 201) throw new Error(text);
  return directoryWith(instance.url, body.id, body.token);
}
