// Measures the time of one whole response over HTTP.
import type { Instance } from '../server/test/support/harness.ts';

/** Returns milliseconds. Throws on a status other than 200, because its time would mean nothing. */
export async function measureResponse(
  instance: Instance,
  token: string,
  path: string,
): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${instance.url}/prod/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return performance.now() - began;
}
