// Replies and holds equal their model: in each round the people around several incidents act at once, then time passes.
import { isDeepStrictEqual } from 'node:util';
import { endHolds } from '../../../src/incidents/index.ts';
import { type Instance, type Json, type Reply, startInstance } from '../../support/harness.ts';
import { randomFrom, type Random } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { drawBeginning, drawCommand, drawSettings, drawWait } from './commands.ts';
import { type Command, RepliedIncident, type ReplySettings } from './model.ts';

interface Options {
  commands: number;
  /** So many incidents are written at once. */
  incidents: number;
  seed: number;
}

type Service = Pick<Instance, 'call' | 'sql' | 'deps'>;

interface Subject {
  id: string;
  model: RepliedIncident;
  history: string[];
  /** Events up to this number were compared. */
  compared: number;
  /** Only so many commands are sent to one incident. */
  left: number;
}

const MAX_COMMANDS = 40;
/** The keys that sign tokens are replaced as time passes; before that, a run ends. */
const MAX_RUN_MS = 20 * 86_400_000;
const atFirst: ReplySettings = { replies_move_state: true, reopen_days: 7 };

class Divergence extends Error {
  constructor(what: string, expected: unknown, actual: unknown, { id, history }: Subject) {
    const [model, service] = [JSON.stringify(expected), JSON.stringify(actual)];
    super(`${what} of ${id}: the model says ${model}, not ${service}\n  ${history.join('\n  ')}`);
  }
}

const requireEqual = (what: string, expected: unknown, actual: unknown, subject: Subject): void => {
  if (!isDeepStrictEqual(actual, expected)) throw new Divergence(what, expected, actual, subject);
};

const isTime = (name: string): boolean => /_(?:at|until)$/.test(name);

/** Returns the members that the model predicts, with times as the API writes them. */
const sameMembers = (row: Json, expected: object): object =>
  Object.fromEntries(
    Object.keys(expected).map((name) => {
      const value = row[name];
      return [name, isTime(name) && value !== null ? new Date(value).toISOString() : value];
    }),
  );

const requests: Record<Command['do'], [method: string, suffix: string]> = {
  note: ['POST', '/notes'],
  patch: ['PATCH', ''],
  resolve: ['POST', '/resolve'],
};

const bodyOf = (command: Command): object => {
  if (command.do === 'note') return { body: 'A note', visibility: command.visibility };
  if (command.do === 'patch') return command.body;
  const { public_note } = command;
  return { resolution: 'Fixed', ...(public_note !== undefined && { public_note }) };
};

async function begin(service: Service, random: Random, at: number): Promise<Subject> {
  const { by, requester } = drawBeginning(random);
  const { status, body, text } = await service.call('POST', '/incidents', {
    as: by.role,
    email: by.email,
    body: { short_description: 'Replies', requester },
  });
  if (status !== 201) throw new Error(text);
  const model = new RepliedIncident(at, by, requester);
  const history = [`created by ${by.email} for ${requester}`];
  return { id: body.id, model, history, compared: 0, left: MAX_COMMANDS };
}

interface Sent {
  subject: Subject;
  command: Command;
}

const send = (service: Service, { subject, command }: Sent): Promise<Reply> => {
  const [method, suffix] = requests[command.do];
  const { role: as, email } = command.by;
  const path = `/incidents/${subject.id}${suffix}`;
  return service.call(method, path, { as, email, body: bodyOf(command) });
};

/** Compares the response, whose clock is read at the time of the command. */
function compareReply({ subject, command }: Sent, reply: Reply, status: number, at: number): void {
  requireEqual('the status', status, reply.status, subject);
  if (status !== 200 || command.by.role !== 'agent') return;
  const [row, sla] = [subject.model.row(), subject.model.sla(at)];
  requireEqual('the response', row, sameMembers(reply.body, row), subject);
  requireEqual('the SLA clock', sla, sameMembers(reply.body.sla, sla), subject);
}

const READ = `
  select to_jsonb(incidents) as row,
    (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'state', data #> '{changes,state}') order by sequence), '[]')
      from events where record_type = 'incident' and record_id = incidents.id and sequence > known) as events,
    (select coalesce(jsonb_agg((changes #>> '{state,from}') || ' ' || (changes #>> '{state,to}')
        || case cause ->> 'kind' when 'reply' then ' by a reply' when 'on_hold_until' then ' at its time' else '' end order by record_version, entries.id), '[]')
      from entries where record_id = incidents.id and changes ? 'state' and changes #> '{state,from}' <> 'null') as moves
  from unnest($1::text[], $2::int[]) as wanted (id, known) join incidents using (id)`;

/** Compares row, events and timeline, by SQL, with one statement for all incidents. */
async function compareStored(service: Service, subjects: readonly Subject[]): Promise<void> {
  const rows = await service.sql(READ, [
    subjects.map(({ id }) => id),
    subjects.map(({ compared }) => compared),
  ]);
  const byId = new Map(rows.map((one) => [one.row.id, one]));
  for (const subject of subjects) {
    const { model, compared } = subject;
    const { row, events, moves } = byId.get(subject.id) ?? {};
    requireEqual('the row', model.row(), sameMembers(row, model.row()), subject);
    const expected = model.events.slice(compared).map((one) => ({ state: null, ...one }));
    const fresh = events.map((one: Json) => ({ type: one.type, state: one.state ?? null }));
    requireEqual('the events', expected.map(pickCompared), fresh.map(pickCompared), subject);
    requireEqual('the timeline', model.moves, moves, subject);
    subject.compared = model.events.length;
  }
}

const pickCompared = ({ type, state }: { type: string; state: unknown }) => ({ type, state });

/** Ends after so many commands, or after some weeks of the clock. */
export async function proveReplies(
  service: Service,
  clock: { now: Date },
  { commands, incidents, seed }: Options,
): Promise<Report> {
  const random = randomFrom(seed);
  const tally = { commands: 0, incidents: 0, events: 0, refused: 0, rounds: 0 };
  const tried = {
    replies_that_woke: 0,
    replies_that_reopened: 0,
    holds_that_ended: 0,
    resolved_in_one_step: 0,
  };
  const faults: string[] = [];
  let settings = atFirst;
  let subjects: Subject[] = [];
  const set = async (next: ReplySettings) => {
    const { status, text } = await service.call('PATCH', '/settings', {
      as: 'super_admin',
      body: next,
    });
    if (status !== 200) throw new Error(text);
    settings = next;
  };
  const end = (subject: Subject) => {
    const { events, moves } = subject.model;
    const count = (move: string) => moves.filter((one) => one === move).length;
    tally.incidents += 1;
    tally.events += events.length;
    tried.replies_that_woke += count('on_hold in_progress by a reply');
    tried.replies_that_reopened += count('resolved reopened by a reply');
    tried.holds_that_ended += count('on_hold in_progress at its time');
    tried.resolved_in_one_step += events.filter(
      ({ type, state }) => type === 'incident.resolved' && state?.via,
    ).length;
  };
  const isOver = ({ model, left }: Subject): boolean =>
    left <= 0 || ['closed', 'cancelled'].includes(model.fields.state);
  /** In other rounds the workers are late, and commands meet incidents whose time has passed. */
  const endDueHolds = async (at: number): Promise<void> => {
    while (await endHolds(service.deps));
    for (const { model } of subjects) model.passTime(at);
  };
  const playRound = async (): Promise<void> => {
    const models = subjects.map(({ model }) => model);
    clock.now = new Date(
      clock.now.getTime() + drawWait(random, models, settings, clock.now.getTime()),
    );
    const at = clock.now.getTime();
    if (random.chance(0.1)) await set(drawSettings(random));
    for (const subject of subjects.filter(isOver)) end(subject);
    subjects = subjects.filter((one) => !isOver(one));
    while (subjects.length < incidents) {
      subjects.push(await begin(service, random, at));
      tally.commands += 1;
    }
    if (random.chance(0.5)) await endDueHolds(at);
    const sent = subjects.map((subject) => ({
      subject,
      command: drawCommand(random, subject.model, at),
    }));
    const replies = await Promise.all(sent.map((one) => send(service, one)));
    for (const [index, one] of sent.entries()) {
      const { subject, command } = one;
      subject.history.push(`${clock.now.toISOString()} ${JSON.stringify(command)}`);
      subject.left -= 1;
      const status = subject.model.apply(command, settings, at);
      compareReply(one, replies[index] as Reply, status, at);
      if (status >= 400) tally.refused += 1;
    }
    tally.commands += sent.length;
    tally.rounds += 1;
    await compareStored(service, subjects);
  };
  try {
    await set(atFirst);
    const until = clock.now.getTime() + MAX_RUN_MS;
    while (tally.commands < commands && clock.now.getTime() < until) await playRound();
    for (const subject of subjects) end(subject);
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    faults.push(`seed ${seed}, round ${tally.rounds}: ${error.message}`);
  }
  await set(atFirst);
  return { figures: { seed, ...tally, ...tried, divergences: faults.length }, faults };
}

const START = '2026-03-02T08:00:00.000Z';

/** Adds up runs, each with an instance and a seed of its own, until one diverges. */
export async function proveManyReplies({ commands, incidents, seed }: Options): Promise<Report> {
  const figures: Report['figures'] = {};
  for (let run = 0; (figures['commands'] ?? 0) < commands; run += 1) {
    const clock = { now: new Date(START) };
    const instance = await startInstance({ now: () => clock.now, pool: incidents });
    const left = commands - (figures['commands'] ?? 0);
    const report = await proveReplies(instance, clock, {
      commands: left,
      incidents,
      seed: seed + run,
    }).finally(() => instance.stop());
    for (const [name, figure] of Object.entries(report.figures))
      figures[name] = name === 'seed' ? seed : (figures[name] ?? 0) + figure;
    if (report.faults.length > 0) return { figures, faults: report.faults };
  }
  return { figures, faults: [] };
}
