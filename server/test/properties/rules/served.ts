// Rules over HTTP and the database: the record, its version, entries, events, notes and runs are those that follow from the
// naive interpreter of the decisions.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Json, Reply } from '../../support/harness.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { doesMore, NaiveRules, type NaiveRun, order } from './naive.ts';
import { drawCase } from './prove.ts';
import { checkTrail, type Expected, NOTE_TEXT, readTrails } from './served.checks.ts';
import { CALLER, install, type RuleSite, settle } from './served.site.ts';
import { anybody, type DrawnStep, groupNames, type World } from './world.ts';

export interface ServedSizes {
  worlds: number;
  seed: number;
}

/** One incident with what the model expects of each of its versions. */
class Served {
  readonly #site: RuleSite;
  readonly model: NaiveRules;
  readonly versions: Expected[] = [];
  readonly #watchers = new Set<string>();
  id = '';
  last: Json;

  constructor(site: RuleSite, world: World, others: readonly Served[]) {
    this.#site = site;
    const { rotations, cis, people } = site;
    this.model = new NaiveRules(world, {
      rotations,
      cis,
      people,
      openElsewhere: (email) =>
        others.reduce(
          (sum, { model }) => sum + (model === this.model ? 0 : model.countOpen(email)),
          0,
        ),
    });
  }

  async #send({ do: what, fields, note }: DrawnStep): Promise<Reply> {
    const { call } = this.#site.instance;
    if (what === 'create') return call('POST', '/incidents', { body: fields });
    const isAlone = Object.keys(fields).length === 0 || note?.visibility === 'private';
    if (note && isAlone) {
      const body = { body: NOTE_TEXT, visibility: note.visibility };
      const reply = await call('POST', `/incidents/${this.id}/notes`, { body });
      if (reply.status >= 300) return reply;
      return call('GET', `/incidents/${this.id}`);
    }
    const text = note && { [note.visibility === 'team' ? 'work_note' : 'public_note']: NOTE_TEXT };
    return call('PATCH', `/incidents/${this.id}`, { body: { ...fields, ...text } });
  }

  /** Nobody starts to watch a record twice, and only users may. */
  #newWatchers({ watchers }: NaiveRun): string[] {
    const added = watchers.filter((one) => !this.#watchers.has(one) && one !== anybody.at(-1));
    for (const one of added) this.#watchers.add(one);
    return added;
  }

  /** No rule runs when an incident is deleted, restored or merged, nor on a duplicate. */
  async leave(random: Random): Promise<void> {
    const { ok, clock, leader } = this.#site;
    const path = `/incidents/${this.id}`;
    clock.now += 60_000;
    const last = this.versions.at(-1);
    if (!last || random.chance(0.6)) return;
    const note = { visibility: 'public' as const, author: CALLER };
    const quiet = (more: Partial<Expected>) => {
      const version = (this.versions.at(-1) as Expected).version + 1;
      this.versions.push({
        ...last,
        before: last.result.record,
        result: { ...last.result, runs: [] },
        step: { ...last.step, note: null },
        watchers: [],
        isUnchecked: true,
        at: clock.now,
        version,
        ...more,
      });
    };
    if (random.chance(0.5)) {
      await ok('DELETE', path);
      quiet({});
      clock.now += 60_000;
      await ok('POST', `${path}/restore`);
      quiet({});
      return;
    }
    await ok('POST', `${path}/merge`, { into: leader });
    quiet({});
    clock.now += 60_000;
    await ok('POST', `${path}/notes`, { body: NOTE_TEXT, visibility: note.visibility });
    quiet({ step: { ...last.step, note } });
  }

  async apply(step: DrawnStep): Promise<void> {
    const before = this.versions.at(-1)?.result.record ?? null;
    const result = this.model.apply(step, this.#site.clock.now);
    const reply = await this.#send(step);
    const refusal = reply.status < 300 ? null : (reply.body.errors?.[0]?.code ?? reply.body.code);
    assert.equal(refusal, result.refused, `${reply.status} ${reply.text}`);
    if (refusal !== null) return;
    this.id = reply.body.id;
    this.last = reply.body;
    const watchers: string[][] = [];
    const runs = result.runs.filter((run) => {
      const added = this.#newWatchers(run);
      const isEffective =
        added.length > 0 || doesMore(run) || run.watchers.includes(anybody.at(-1) ?? '');
      if (isEffective) watchers.push(added);
      return isEffective;
    });
    const isWritten = before === null || result.isUpdate || step.note !== null;
    const version = (this.versions.at(-1)?.version ?? 0) + (isWritten ? 1 : 0);
    assert.deepEqual(order(reply.body), result.record, 'fields of the response');
    assert.equal(reply.body.version, version, 'version of the response');
    if (isWritten)
      this.versions.push({
        result: { ...result, runs },
        before,
        step,
        version,
        watchers,
        at: this.#site.clock.now,
      });
  }
}

/** A private note comes without other changes. */
const withCaller = (step: DrawnStep): DrawnStep => ({
  ...step,
  ...(step.note?.visibility === 'private' && { fields: {} }),
  note: step.note && { ...step.note, author: CALLER },
  ...(step.do === 'create' && { fields: { requester: null, ...step.fields } }),
});

export async function proveServed(site: RuleSite, { worlds, seed }: ServedSizes): Promise<Report> {
  const faults: string[] = [];
  const all: Served[] = [];
  let requests = 0;
  for (let at = 0; at < worlds; at += 1) {
    const random = randomFrom(seed + at);
    const world = settle(drawCase(seed + at), site);
    await install(site, world, random);
    const served = new Served(site, world, all);
    all.push(served);
    try {
      for (const step of world.steps) {
        site.clock.now += 60_000;
        requests += 1;
        await served.apply(withCaller(step));
      }
      await served.leave(random);
    } catch (error) {
      faults.push(`world ${seed + at}: ${(error as Error).message}\nof ${JSON.stringify(world)}`);
      break;
    }
  }
  const trails = await readTrails(site);
  for (const [at, served] of all.entries()) {
    const trail = trails.get(served.id);
    // A fault ended the comparison before the incident was created.
    if (!trail) continue;
    try {
      checkTrail(trail, served.versions);
    } catch (error) {
      faults.push(`world ${seed + at}, ${served.id}: ${(error as Error).stack}`);
    }
  }
  const rotations = await site.instance.sql(
    'select name, user_id from assignment_rotations join groups on groups.id = group_id where user_id is not null',
  );
  const known = rotations.filter(({ name }) => groupNames.includes(name));
  const stored = Object.fromEntries(known.map(({ name, user_id }) => [name, user_id]));
  if (faults.length === 0 && !isDeepStrictEqual(stored, site.rotations))
    faults.push(
      `turns ${JSON.stringify(stored)}, the model says ${JSON.stringify(site.rotations)}`,
    );
  const versions = all.flatMap((one) => one.versions);
  return {
    figures: {
      worlds,
      requests,
      versions: versions.length,
      runs: versions.reduce((sum, { result }) => sum + result.runs.length, 0),
      notes: [...trails.values()].reduce((sum, { notes }) => sum + notes.length, 0),
    },
    faults,
    goals: [atMost('records that differ from the naive interpreter of rules', faults.length, 0)],
  };
}
