// The time of one whole response over HTTP.
import type { Instance } from '../server/test/support/harness.ts';

/** Milliseconds. Another status than 200 is an error: its time would say nothing. */
export async function timed(instance: Instance, token: string, path: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${instance.url}/prod/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return performance.now() - began;
}
