// Requests fail by real limits, exhausted connections, lost roles, ended sessions and a network that is off. Each page
// says what to do, and shows the request id if there was a response.
import { sql, UNLIMITED } from '../../../server/test/support/harness.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { until, within } from '../../../server/test/support/processes.ts';
import { type ConsoleInstance, openConsole, type Person } from '../console-browser.ts';
import { dialog, rowOf, typeInto } from './walks.ts';

/** A person has this many requests per second, and a loop at this interval uses them up. */
const LIMIT = 8;
const SPEND_MS = 4;
const POOL = 8;
const WAIT_SECONDS = 45;
const REQUEST_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

interface Stage {
  console: ConsoleInstance;
  person: Person;
  /** This incident is the first in the queue. */
  id: string;
}

type End = () => Promise<void>;
/** Causes the fault; the result ends it. */
type Cause = (stage: Stage) => Promise<End>;

const userOf = async ({ console: { instance }, person }: Stage): Promise<string> => {
  const { body } = await instance.call('GET', '/users?limit=200', { as: 'super_admin' });
  return body.data.find((one: { email: string }) => one.email === person.email).id;
};

const updateUser = async (stage: Stage, body: object): Promise<void> => {
  const path = `/users/${await userOf(stage)}`;
  await stage.console.instance.call('PATCH', path, { as: 'super_admin', body });
};

const tokenOf = async ({ person: { page } }: Stage): Promise<string> => {
  const stored = (await page.evaluate(`sessionStorage['signalbox.tokens']`)) as string;
  return (JSON.parse(stored) as { accessToken: string }).accessToken;
};

const never: End = () => Promise.resolve();

/** Changes a user and waits until the token is refused, which takes up to two seconds. */
async function revokeToken(stage: Stage, change: Parameters<typeof updateUser>[1]): Promise<void> {
  const token = await tokenOf(stage);
  await updateUser(stage, change);
  await until('401', async () => {
    const { status } = await stage.console.instance.call('GET', '/me', { token });
    return status === 401;
  });
}

const causes = {
  /** The same person uses up the requests of each second elsewhere. */
  limited: async (stage) => {
    const headers = { authorization: `Bearer ${await tokenOf(stage)}` };
    const url = `${stage.console.url}/prod/api/v1/me`;
    const spend = async () => {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    const spending = setInterval(() => void spend().catch(() => undefined), SPEND_MS);
    await until('429', async () => (await spend()) === 429);
    return () => {
      clearInterval(spending);
      return Promise.resolve();
    };
  },
  /** Every connection of the pool is taken. */
  overloaded: async ({ console: { instance } }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const taken = Array.from({ length: POOL }, () =>
      instance.deps.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await released;
      }),
    );
    return async () => {
      release();
      await Promise.all(taken);
    };
  },
  offline: async ({ person: { context } }) => {
    await context.setOffline(true);
    return () => context.setOffline(false);
  },
  demoted: async (stage) => {
    await revokeToken(stage, { roles: ['auditor'] });
    return () => updateUser(stage, { roles: ['agent'] });
  },
  signedOut: async (stage) => {
    await revokeToken(stage, { password: 'another password for the console' });
    return never;
  },
  none: () => Promise.resolve(never),
} satisfies Record<string, Cause>;

type Step = (stage: Stage) => Promise<unknown>;

const openQueue: Step = async ({ console, person: { page }, id }) => {
  await page.goto(`${console.url}/console/incidents?sort=created_at&order=desc`);
  await rowOf(page, id).waitFor();
};
const openRecord: Step = async ({ console, person: { page }, id }) => {
  await page.goto(`${console.url}/console/incidents/${id}`);
  await page.getByText('opened the incident').waitFor();
};
const openForm: Step = async ({ console, person: { page } }) => {
  await page.goto(`${console.url}/console/incidents/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Badge reader stuck');
};

const press =
  (...keys: string[]): Step =>
  async ({ person: { page } }) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const changePriority: Step = async ({ person: { page } }) => {
  await page.keyboard.press('p');
  await typeInto(page, 'P1');
};
const writeNote: Step = async ({ person: { page } }) => {
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Looking into it');
  await page.keyboard.press('Control+Enter');
};
const sendForm: Step = ({ person: { page } }) => page.keyboard.press('Control+Enter');
const clickView: Step = ({ person: { page } }) =>
  page.getByRole('link', { name: 'Resolved' }).click();
const visit =
  (path: string): Step =>
  ({ console, person: { page } }) =>
    page.goto(`${console.url}/console${path}`);

/** Resolves the incident; before that is sent, someone else resolves and closes it. */
const resolveClosed: Step = async ({ console: { instance }, person: { page }, id }) => {
  await instance.call('PATCH', `/incidents/${id}`, { body: { state: 'in_progress' } });
  await page.getByText('In progress').first().waitFor();
  if ((await dialog(page).count()) === 0 && page.url().includes('sort=')) {
    await page.keyboard.press('s');
    await typeInto(page, 'resolve', 'Resolve');
  } else await page.getByRole('button', { name: 'Resolve' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Restarted');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sending in 5 s.').waitFor();
  for (const body of [{ state: 'resolved', resolution: 'Replaced' }, { state: 'closed' }])
    await instance.call('PATCH', `/incidents/${id}`, { body });
};
const actOnDeleted: Step = async (stage) => {
  await stage.console.instance.call('DELETE', `/incidents/${stage.id}`);
  await changePriority(stage);
};

interface Case {
  name: string;
  open: Step;
  cause: keyof typeof causes;
  act: Step;
  says: RegExp;
  /** The page shows a request id if there was a response. */
  hasId: boolean;
}

const of = (
  status: string,
  cause: Case['cause'],
  says: RegExp,
  hasId: boolean,
  rows: Record<string, [open: Step, act: Step, says?: RegExp]>,
): Case[] =>
  Object.entries(rows).map(([name, [open, act, own = says]]) => ({
    name: `${status}, ${name}`,
    open,
    cause,
    act,
    says: own,
    hasId,
  }));

const everywhere: Record<string, [open: Step, act: Step]> = {
  'queue, loaded': [openQueue, visit('/incidents?sort=priority&order=asc')],
  'queue, reloaded': [openQueue, press('R')],
  'queue, a change': [openQueue, changePriority],
  'record, a change': [openRecord, changePriority],
  'record, a note': [openRecord, writeNote],
  'create, sent': [openForm, sendForm],
};

const cases: readonly Case[] = [
  ...of('429', 'limited', /Too many requests.*Wait a few seconds/s, true, {
    ...everywhere,
    'record, loaded': [openQueue, press('Enter')],
  }),
  ...of('503', 'overloaded', /not available now.*Wait a few seconds/s, true, everywhere),
  ...of('offline', 'offline', /No connection.*Check your network/s, false, {
    'queue, loaded': [openQueue, clickView],
    'queue, reloaded': [openQueue, press('R')],
    'queue, a change': [openQueue, changePriority],
    'record, a change': [openRecord, changePriority],
    'record, a note': [openRecord, writeNote, /You are offline/],
    'create, sent': [openForm, sendForm, /You are offline/],
  }),
  ...of('offline', 'offline', /(No connection|could not be loaded).*Check your network/s, false, {
    'record, loaded': [openQueue, press('Enter')],
  }),
  ...of('403', 'demoted', /role does not allow.*Ask a manager/s, true, {
    'queue, a change': [openQueue, changePriority],
    'record, a change': [openRecord, changePriority],
    'record, a note': [openRecord, writeNote],
    'create, sent': [openForm, sendForm],
  }),
  ...of('404', 'none', /Not found.*Check the address/s, true, {
    'record, loaded': [openQueue, visit('/incidents/INC9999999')],
    'queue, in the drawer': [openQueue, visit('/incidents?sort=priority&peek=INC9999999')],
    'queue, a change': [openQueue, actOnDeleted],
  }),
  ...of('409', 'none', /Reload to see the current state/, true, {
    'queue, a transition': [openQueue, resolveClosed],
    'record, a transition': [openRecord, resolveClosed],
  }),
  // The work continues after the next sign-in; the dialog, which is not an alert, quotes the refused request.
  ...of(
    '401',
    'signedOut',
    /Your session has ended.*Sign in again.*Request id [\da-f-]{36}/s,
    false,
    {
      'queue, a change': [openQueue, changePriority],
      'record, a note': [openRecord, writeNote],
      'create, sent': [openForm, sendForm],
    },
  ),
];

/** Returns the text of the whole page with its alerts, toasts and dialogs. */
const textOf = async ({ person: { page } }: Stage): Promise<string> =>
  (await page.locator('body').innerText()).replaceAll('\n', ' ');

async function prove(
  stage: Stage,
  { name, open, cause, act, says, hasId }: Case,
): Promise<string[]> {
  await open(stage);
  const end = await causes[cause](stage);
  try {
    await act(stage);
    await within(WAIT_SECONDS, `${name} says ${says}`, async () => says.test(await textOf(stage)));
    const text = await textOf(stage);
    const alert = stage.person.page.getByRole('alert');
    const parts = await alert.allInnerTexts();
    const isShown = parts.some((part) => REQUEST_ID.test(part));
    if (hasId && !isShown) return [`${name}: no request id in ${parts.join(' | ')}`];
    return !hasId && isShown ? [`${name}: a request id without a response: ${text}`] : [];
  } catch (error) {
    const text = await textOf(stage).catch(() => 'nothing');
    return [`${name}: ${String(error)}; the page says: ${text.slice(0, 600)}`];
  } finally {
    await end();
  }
}

export async function proveFaults(only: string | undefined, folder = ''): Promise<Report> {
  const console = await openConsole({
    env: {
      RATE_LIMITS: UNLIMITED.replace('general=1000000', `general=${LIMIT}`),
      DATABASE_POOL: String(POOL),
      DATABASE_WAIT_MS: '1000',
    },
  });
  const faults: string[] = [];
  const proven = cases.filter(({ name }) => name.includes(only ?? ''));
  try {
    for (const [index, one] of proven.entries()) {
      // Each case has its own person, because it changes roles, passwords and limits.
      const person = await console.signIn(`person${index}`);
      const body = { short_description: `Incident ${index}`, priority: 'P3' };
      const { id } = (await console.instance.call('POST', '/incidents', { body })).body;
      faults.push(...(await prove({ console, person, id }, one)));
      const name = one.name.replaceAll(/[^a-z0-9]+/g, '-');
      if (folder) await person.page.screenshot({ path: `${folder}/${name}.png` });
      faults.push(...person.faults);
      await person.context.close();
    }
    return { figures: { cases: proven.length }, faults };
  } finally {
    await console.stop();
  }
}
