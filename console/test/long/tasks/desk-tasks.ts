// Tasks of agents with incidents.
import { createIncidents } from '../queue-fill.ts';
import { dialog, rowOf, title, waitFor } from '../walks.ts';
import { check, get, open, patch, post, type Scene, type Task, TEAM } from './scene.ts';

const TRIAGED = 10;
/** These of the ten get another priority, as the first time. */
const urgent = new Set([1, 3, 6, 8]);

const stateOf = (scene: Scene, id: string, state: string) =>
  waitFor(`the state ${state} of ${id}`, async () => {
    const record = await get(scene, `/incidents/${id}`);
    return record['state'] === state ? record : undefined;
  });

const triage: Task = {
  name: 'Triage ten new incidents (read, priority where needed, assign)',
  first: { text: '86 keys, 13.8 s', actions: 86 },
  prepare: async (scene) => {
    const ids = await createIncidents(scene.console.instance, TRIAGED, (index) => ({
      short_description: `Notebook ${index} is slow`,
      category: 'triage',
      assignment_group: TEAM,
    }));
    await open(scene, scene.ines, '/incidents?category=triage&sort=created_at&order=asc');
    return async (handOf) => {
      const hand = handOf(scene.ines);
      await rowOf(hand.page, ids[0] ?? '').waitFor();
      await hand.press('Space');
      await hand.page.getByRole('complementary').first().waitFor();
      for (const [index, id] of ids.entries()) {
        if (index > 0) await hand.press('j');
        if (urgent.has(index)) {
          await hand.press('p');
          await hand.choose('P2', /P2/);
        }
        await hand.press('A');
        await hand.choose('luca', /^luca/);
        // The column of assignees is hidden beside the peek.
        await rowOf(hand.page, id).getByText('luca').waitFor({ state: 'attached' });
      }
      await waitFor('the last assignment', async () => {
        const path = `/incidents?category=triage&assigned_to=${scene.luca.email}`;
        return (await get(scene, path))['total'] === TRIAGED ? true : undefined;
      });
    };
  },
};

const findChange: Task = {
  name: 'Find who changed what',
  first: {
    text: 'as a manager 6 actions in Administration; for an agent “Description edited” only',
    actions: 6,
  },
  prepare: async (scene) => {
    const { id } = await post(scene, '/incidents', {
      short_description: 'Fan',
      description: 'It is loud.',
    });
    await patch(scene, `/incidents/${id}`, { description: 'It is loud since Monday.' });
    await open(scene, scene.ines, `/incidents/${id}`);
    return async (handOf) => {
      const hand = handOf(scene.ines);
      await hand.click(
        hand.page
          .getByText('Description', { exact: false })
          .and(hand.page.locator('summary'))
          .first(),
      );
      await hand.page.getByText('since Monday').last().waitFor();
      return 'the agent sees the person, both texts and the difference in the timeline';
    };
  },
};

const resolve: Task = {
  name: 'Resolve with a note to the requester',
  first: { text: '6 actions, 2 texts, 2 waits; nobody is mailed', actions: 6, texts: 2 },
  prepare: async (scene) => {
    const body = { short_description: 'No paper', requester: scene.anna.email };
    const { id } = await post(scene, '/incidents', body);
    await open(scene, scene.ines, `/incidents/${id}`);
    return async (handOf) => {
      const hand = handOf(scene.ines);
      await hand.click(hand.page.getByRole('button', { name: 'Resolve' }));
      await hand.page.locator('textarea:focus').waitFor();
      await hand.write('Paper was added');
      await hand.press('Control+Enter');
      await stateOf(scene, id, 'resolved');
      const { data } = await get(scene, `/incidents/${id}/notes`);
      check(
        'the notes',
        data.map((note: { visibility: string }) => note.visibility),
        ['public'],
      );
      return '5 s of them for undo; the requester is told and mailed';
    };
  },
};

const twoTabs: Task = {
  name: 'Two tabs, two people',
  first: { text: 'second tab in 1.9 s, both called “Signalbox”; presence after 0 to 20 s' },
  prepare: async (scene) => {
    const [one = '', other = ''] = await createIncidents(scene.console.instance, 2, (index) => ({
      short_description: `Door ${index}`,
    }));
    await open(scene, scene.ines, `/incidents/${one}`);
    return async (handOf) => {
      handOf(scene.ines);
      const tab = await scene.ines.context.newPage();
      const began = performance.now();
      await open(scene, { ...scene.ines, page: tab }, `/incidents/${other}`);
      const second = ((performance.now() - began) / 1000).toFixed(1);
      check(
        'the names of the tabs',
        [await scene.ines.page.title(), await tab.title()],
        [`${one} Door 0 – Signalbox`, `${other} Door 1 – Signalbox`],
      );
      const opened = performance.now();
      await open(scene, scene.luca, `/incidents/${other}`);
      await tab
        .getByRole('img', { name: /^luca is/ })
        .first()
        .waitFor();
      const seen = ((performance.now() - opened) / 1000).toFixed(1);
      await tab.close();
      return `second tab in ${second} s, named by its record; the other person seen ${seen} s after opening it`;
    };
  },
};

const atRisk: Task = {
  name: 'SLA about to breach',
  first: { text: '1 click on “SLA at risk”; nothing comes to the agent', actions: 1 },
  prepare: async (scene) => {
    const body = {
      short_description: 'Checkout is slow',
      priority: 'P1',
      assigned_to: scene.ines.email,
    };
    const { id } = await post(scene, '/incidents', body);
    await open(scene, scene.ines, '/incidents');
    const shifted = ['created_at', 'sla_breach_at', 'sla_next_due_at'];
    await scene.console.instance.sql(
      `update incidents set ${shifted.map((column) => `${column} = ${column} - interval '200 minutes'`).join()} where id = $1`,
      [id],
    );
    // The worker looks for due thresholds when another one is written.
    await post(scene, '/incidents', { short_description: 'Another clock', priority: 'P1' });
    return async (handOf) => {
      const hand = handOf(scene.ines);
      await hand.click(hand.page.getByRole('link', { name: /^SLA at risk/ }));
      await rowOf(hand.page, id).waitFor();
      const isNotified = await waitFor('the notification', async () => {
        const { body: inbox } = await scene.console.instance.call('GET', '/notifications', {
          as: 'agent',
          email: scene.ines.email,
        });
        return (
          inbox.data.some(({ type }: { type: string }) => type === 'sla.breach_warning') ||
          undefined
        );
      });
      return isNotified ? 'the bell tells her as well' : undefined;
    };
  },
};

const STORM = 16;

const storm: Task = {
  name: 'Storm: 16 incidents, one cause',
  first: { text: 'three jobs, 8 of 16 refused by the first, no note', actions: 15 },
  prepare: async (scene) => {
    const ids = await createIncidents(scene.console.instance, STORM, (index) => ({
      short_description: `Mail is slow ${index}`,
      category: 'storm',
      requester: scene.anna.email,
    }));
    for (const [index, id] of ids.entries()) {
      if (index % 2 > 0) await patch(scene, `/incidents/${id}`, { state: 'in_progress' });
      const hold = { state: 'on_hold', on_hold_reason: 'awaiting_vendor' };
      if (index % 4 === 3) await patch(scene, `/incidents/${id}`, hold);
    }
    await open(scene, scene.ines, '/incidents?category=storm');
    return async (handOf) => {
      const hand = handOf(scene.ines);
      await rowOf(hand.page, ids[0] ?? '').waitFor();
      await hand.press('Control+a');
      await hand.page.getByText(`${STORM} selected`).waitFor();
      await hand.press('s');
      await dialog(hand.page).getByRole('option', { name: 'Resolve' }).waitFor();
      await hand.press(...'resolve'.split(''), 'Enter');
      await dialog(hand.page).locator('textarea:focus').waitFor();
      await hand.write('The mail server was restarted');
      await hand.press('Control+Enter');
      await dialog(hand.page).getByText(`${STORM} will change`).waitFor();
      await hand.press('Enter');
      await dialog(hand.page).getByText(`${STORM} incidents changed`).waitFor();
      const { total } = await get(scene, '/incidents?category=storm&state=resolved');
      check('the resolved incidents', total, STORM);
      return 'one job, every requester is told';
    };
  },
};

const TITLE = 'No signal on the phone';

const phoneCall: Task = {
  name: 'Log a phone call for Anna',
  first: { text: 'one form; Anna cannot be recorded and gets “Not found”' },
  prepare: async (scene) => {
    await open(scene, scene.ines, '/incidents');
    await scene.ines.page.getByRole('grid').waitFor();
    return async (handOf) => {
      const hand = handOf(scene.ines);
      await hand.press('c');
      await hand.page.getByRole('combobox', { name: 'Requester' }).waitFor();
      await hand.press(...'anna'.split(''));
      await hand.page.getByRole('option', { name: /^anna/ }).waitFor();
      await hand.press('Enter');
      await hand.write(TITLE, hand.page.getByRole('textbox', { name: 'Title' }));
      await hand.press('Control+Enter');
      await hand.page.getByRole('region', { name: 'Activity' }).waitFor();
      const id = new URL(hand.page.url()).pathname.split('/').at(-1) ?? '';
      const { requester, opened_by } = await get(scene, `/incidents/${id}`);
      check('the people', [requester, opened_by], [scene.anna.email, scene.ines.email]);
      await open(scene, scene.anna, `/incidents/${id}`);
      await title(scene.anna.page).filter({ hasText: TITLE }).waitFor();
      return 'Anna is its requester, opens it and is told of every step';
    };
  },
};

export const deskTasks = { triage, findChange, resolve, twoTabs, atRisk, storm, phoneCall };
