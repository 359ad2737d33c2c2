// Secrets rotate while deliveries are sent: a receiver that knows the previous and the newest one verifies them all.
import { until, within } from '../support/processes.ts';
import type { Instance } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import type { Report } from '../support/report.ts';
import { deliveryFaults, startDeliveryLog } from '../support/delivery-log.ts';
import { UNDELIVERED } from '../support/holders.ts';

/** The instance must have a worker. */
export async function proveRotation(
  instance: Instance,
  { deliveries, rotations, seed }: { deliveries: number; rotations: number; seed: number },
): Promise<Report> {
  const log = await startDeliveryLog((_, response) => response.writeHead(204).end());
  const random = randomFrom(seed);
  const secrets: string[] = [];
  log.secrets.set('rotated', secrets);
  try {
    const { body } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'x', url: log.urlOf('rotated'), events: ['incident.created'] },
    });
    secrets.push(body.secret);
    let written = 0;
    const writeOne = () => {
      written += 1;
      return instance.call('POST', '/incidents', { body: { short_description: 'x' } });
    };
    const write = async (): Promise<void> => {
      if (written >= deliveries) return;
      await writeOne();
      await write();
    };
    const rotate = async () => {
      for (let n = 0; n < rotations; n += 1) {
        // Each rotation comes at a random point of its share of the deliveries.
        const at = Math.floor((deliveries * (n + random.below(1000) / 1000)) / rotations);
        await within(600, `write ${at}`, () => written >= at);
        const path = `/webhooks/outbound/${body.id}/rotate-secret`;
        const { body: rotated } = await instance.call('POST', path, { body: {} });
        secrets.push(rotated.secret);
        // The receiver drops secrets older than the previous one, once few deliveries signed with them are left.
        const isQuiet = async () => (await instance.sql(UNDELIVERED)).length < 20;
        await until('fewer than 20 deliveries are unfinished', isQuiet);
        if (secrets.length > 2) secrets.shift();
      }
    };
    // This one is signed before the first rotation. If a worker cached its secret, the last delivery would fail.
    await writeOne();
    await until('the first delivery is received', () => log.all.length > 0);
    await Promise.all([rotate(), ...Array.from({ length: 8 }, write)]);
    // This one is signed after the last rotation.
    await writeOne();
    await until('every delivery is received', () => log.all.length >= written);
    const faults = deliveryFaults(log);
    return {
      figures: {
        seed,
        received: log.all.length,
        rotations,
        unverifiable: log.unverifiable.length,
      },
      faults,
    };
  } finally {
    await log.receiver.close();
  }
}
