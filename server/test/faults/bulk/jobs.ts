// Creates jobs and polls them, as callers do.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance, Json } from '../../support/harness.ts';

const POLL_MS = 50;

/** Retries while the caller has reached its limit of unfinished jobs. */
export async function createJob(
  instance: Instance,
  email: string,
  body: Json,
  path = '/incidents/bulk',
): Promise<string> {
  for (;;) {
    const {
      status,
      text,
      body: accepted,
    } = await instance.call('POST', path, {
      email,
      body,
    });
    if (status === 202) return accepted.job_id;
    if (status !== 429) throw new Error(`${status}: ${text}`);
    await sleep(POLL_MS);
  }
}

export async function waitForJob(
  instance: Instance,
  email: string,
  id: string,
  withinSeconds = 240,
): Promise<Json> {
  for (const deadline = Date.now() + withinSeconds * 1000; Date.now() < deadline;) {
    const { body } = await instance.call('GET', `/jobs/${id}`, { email });
    if (body.finished_at !== null) return body;
    await sleep(POLL_MS);
  }
  throw new Error(`Job ${id} did not finish within ${withinSeconds} s`);
}

export const records = (prefix: string, rows = 100): Json[] =>
  Array.from({ length: rows }, (_, row) => ({
    short_description: `${prefix} row ${row}`,
    category: 'software',
    priority: 'P3',
  }));
