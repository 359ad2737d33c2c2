// Fifteen tasks of a service desk are done in Chromium and compared with the first time: none takes more actions or texts.
import { receiverEnv, startReceiver } from '../../../../server/test/support/receivers.ts';
import { atMost, type Goal, type Report } from '../../../../server/test/support/report.ts';
import { openConsole, type Person } from '../../console-browser.ts';
import { send } from '../reference-fill.ts';
import { quickRetries } from '../webhooks.ts';
import { deskTasks } from './desk-tasks.ts';
import { actionsOf, Hand } from './hand.ts';
import { otherTasks } from './other-tasks.ts';
import { type Scene, type Task, TEAM } from './scene.ts';

/** The order is that of the first time. */
const tasks: readonly Task[] = [
  deskTasks.triage,
  deskTasks.findChange,
  deskTasks.resolve,
  deskTasks.twoTabs,
  deskTasks.atRisk,
  otherTasks.approve,
  otherTasks.report,
  otherTasks.article,
  otherTasks.webhook,
  otherTasks.alertmanager,
  otherTasks.newUser,
  otherTasks.ask,
  otherTasks.phone,
  deskTasks.storm,
  deskTasks.phoneCall,
];

interface Done {
  line: string;
  goals: Goal[];
}

async function perform(
  { name, first, prepare }: Task,
  number: number,
  scene: Scene,
): Promise<Done> {
  const run = await prepare(scene);
  const hands = new Map<Person, Hand>();
  const handOf = (person: Person): Hand => {
    const hand = hands.get(person) ?? new Hand(person.page);
    hands.set(person, hand);
    return hand;
  };
  const began = performance.now();
  const remark = await run(handOf);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const total = { keys: 0, clicks: 0, texts: 0 };
  for (const { effort } of hands.values())
    for (const kind of ['keys', 'clicks', 'texts'] as const) total[kind] += effort[kind];
  const effort = `${total.keys} keys, ${total.clicks} clicks, ${total.texts} texts, ${seconds} s`;
  const { actions, texts } = first;
  return {
    line: `${number}. ${name}. First: ${first.text}. Now: ${[effort, remark].filter(Boolean).join('; ')}.`,
    goals: [
      ...(actions === undefined
        ? []
        : [atMost(`task ${number}, keys and clicks`, actionsOf(total), actions)]),
      ...(texts === undefined ? [] : [atMost(`task ${number}, texts`, total.texts, texts)]),
    ],
  };
}

export async function proveTasks(only: string | undefined): Promise<Report> {
  const receiver = await startReceiver();
  const console = await openConsole({ env: { ...receiverEnv(), ...quickRetries } });
  const faults: string[] = [];
  const notes: string[] = [];
  const goals: Goal[] = [];
  try {
    const scene: Scene = {
      console,
      receiver,
      ines: await console.signIn('ines'),
      luca: await console.signIn('luca'),
      helen: await console.signIn('helen', 'itsm_manager'),
      anna: await console.signIn('anna', 'requester'),
      ada: await console.signIn('ada', 'super_admin'),
    };
    const team = { name: TEAM, members: [scene.ines.email, scene.luca.email] };
    await send(console.instance, 'POST', '/groups', team, 'super_admin');
    for (const [index, task] of tasks.entries()) {
      if (only !== undefined && !only.split(',').includes(String(index + 1))) continue;
      try {
        const done = await perform(task, index + 1, scene);
        notes.push(done.line);
        goals.push(...done.goals);
      } catch (error) {
        faults.push(`${index + 1}. ${task.name}: ${String(error)}`);
      }
    }
    const people = [scene.ines, scene.luca, scene.helen, scene.anna, scene.ada];
    faults.push(...people.flatMap((person) => person.faults));
    return { figures: { tasks: notes.length }, faults, notes, goals };
  } finally {
    await console.stop();
    await receiver.close();
  }
}
