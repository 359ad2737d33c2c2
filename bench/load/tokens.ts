// Registers one client for each caller of a load test, whose token is requested once.
import { tokenFor } from '../../server/test/support/processes.ts';
import type { Env } from '../../server/test/support/service-process.ts';

export type TokenOf = (email: string, role?: string) => Promise<string>;

export function callerTokens(url: string, env: Env, admin: string): TokenOf {
  const tokens = new Map<string, Promise<string>>();
  const register = async (email: string, role: string): Promise<string> => {
    const response = await fetch(`${url}/prod/api/v1/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: email, email, roles: [role] }),
    });
    const { client_id: id, secret } = (await response.json()) as Record<string, string>;
    if (!id || !secret) throw new Error(`${email} was not registered: ${response.status}`);
    return tokenFor(env, id, secret);
  };
  return (email, role = 'requester') => {
    const known = tokens.get(email) ?? register(email, role);
    tokens.set(email, known);
    return known;
  };
}
