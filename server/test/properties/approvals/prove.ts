// Approvals by concurrent deciders agree with a naive model, while people go away, come back, leave and join, and while
// groups and managers change; and no GET decides anything.
import { type Instance, startInstance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { drawWorld } from './draw.ts';
import { openLinks } from './links.ts';
import { ApprovalModel } from './model.ts';
import { plantedModels } from './planted.ts';
import { explain, type Round, Rounds } from './rounds.ts';
import { ApprovalSite } from './site.ts';
import { tour, tourWorld } from './tour.ts';

export interface ApprovalSizes {
  rounds: number;
  links: number;
  seed: number;
}

const ROUNDS_OF_A_WORLD = 200;

/** A comparison that never fails proves nothing: each planted model must fail to explain the tour. */
const undetectedPlants = (history: readonly Round[]): string[] =>
  Object.entries(plantedModels).flatMap(([fault, Planted]) => {
    let model: ApprovalModel | undefined = new Planted(tourWorld);
    for (const round of history) {
      model = explain(model, round);
      if (!model) return [];
    }
    return [`the comparison does not detect that ${fault}`];
  });

async function playTour(instance: Instance): Promise<Rounds> {
  const site = await ApprovalSite.start(instance, tourWorld, 'tour');
  const rounds = new Rounds(site, new ApprovalModel(tourWorld));
  for (const steps of tour) if (!(await rounds.play(steps))) break;
  if (rounds.faults.length === 0) rounds.faults.push(...undetectedPlants(rounds.history));
  return rounds;
}

/** Decisions of one's own are faults whatever the model says. */
async function ownDecisions({ sql }: Instance): Promise<string[]> {
  const rows = await sql(
    `select id from service_requests, jsonb_array_elements(stages) as stage,
       jsonb_array_elements(stage -> 'decisions') as made
     where made ->> 'by' in (requested_by, requested_for)`,
  );
  return rows.map(({ id }) => `${id} has a decision of somebody whom it belongs to`);
}

/** An order that was approved has one event that says so, also if it is cancelled later; others have none. */
async function wrongEvents({ sql }: Instance): Promise<string[]> {
  const rows = await sql(
    `select id, state, count(event_id)::int as events from service_requests
     left join (select record_id, id as event_id from events where type = 'request.approved') as approvals
       on record_id = service_requests.id
     where state <> 'cancelled' group by id, state having count(event_id) <> (state = 'approved')::int`,
  );
  return rows.map(({ id, state, events }) => `${id} is ${state} and has ${events} approvals`);
}

export async function proveApprovals({ rounds, links, seed }: ApprovalSizes): Promise<Report> {
  const instance = await startInstance({ worker: true });
  const faults: string[] = [];
  const tally: Record<string, number> = {};
  const count = (one: Rounds): void => {
    faults.push(...one.faults);
    for (const [name, value] of Object.entries(one.tally)) tally[name] = (tally[name] ?? 0) + value;
  };
  try {
    count(await playTour(instance));
    for (let at = 0; at * ROUNDS_OF_A_WORLD < rounds && faults.length === 0; at += 1) {
      const random = randomFrom(seed + at);
      const world = drawWorld(random);
      const site = await ApprovalSite.start(instance, world, `w${at}`);
      const played = new Rounds(site, new ApprovalModel(world));
      await played.playRandom(random, Math.min(ROUNDS_OF_A_WORLD, rounds - at * ROUNDS_OF_A_WORLD));
      count(played);
    }
    faults.push(...(await ownDecisions(instance)), ...(await wrongEvents(instance)));
  } finally {
    await instance.stop();
  }
  const opened = await openLinks(links);
  faults.push(...opened.faults);
  return {
    figures: { ...tally, links_opened: opened.opened, divergences: faults.length },
    faults,
    goals: [
      atMost('rounds that the model does not explain, and decisions by a GET', faults.length, 0),
    ],
  };
}
