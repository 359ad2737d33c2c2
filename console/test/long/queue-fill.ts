// Creates incidents for the queue.
import type { Instance } from '../../../server/test/support/harness.ts';

export async function createIncidents(
  { call }: Instance,
  count: number,
  fieldsOf: (index: number) => object,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await call('POST', '/incidents', { body: fieldsOf(index) });
    ids.push(body.id);
  }
  return ids;
}

export const incidentFields = (index: number) => ({
  short_description: `Incident ${index}`,
  priority: `P${(index % 4) + 1}`,
});
