// Checks the pages of knowledge, CMDB, jobs and administration in their states with axe in light, dark and at 390 px,
// and for violations of the policy.
import type { Page } from 'playwright-core';
import { until } from '../../../server/test/support/processes.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, screens } from '../console-browser.ts';
import { examineStates, type States } from './examine-states.ts';
import {
  createPeopleAndSettings,
  createArticles,
  discoverCis,
  type Discovered,
  createTrouble,
} from './reference-fill.ts';

const row = (page: Page) => page.locator('[role=rowgroup] [role=row]').first().waitFor();
const shows = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const alert = (page: Page) => page.getByRole('alert').first().waitFor();

const knowledge = ({ published, draft, retired }: Record<string, string>): States => ({
  articles: ['/console/knowledge', row],
  'articles-search': ['/console/knowledge?q=vpn%20profile', shows('profile')],
  'articles-empty': ['/console/knowledge?q=zzzqqq&state=retired', shows('Nothing matches')],
  'articles-refused': ['/console/knowledge?state=nonsense', alert],
  article: [`/console/knowledge/${published}`, shows('If it does not help')],
  'article-passage': [
    `/console/knowledge/${published}?passage=Also%20remove%20the%20entry`,
    (page) => until('the passage', () => page.evaluate(`CSS.highlights.has('passage')`)),
  ],
  'article-revision': [`/console/knowledge/${published}?tab=revision`, shows('or your phone')],
  'article-history': [`/console/knowledge/${draft}?tab=history`, shows('A manager approves it')],
  'article-retired': [`/console/knowledge/${retired}`, shows('They are gone')],
  'article-missing': ['/console/knowledge/KB9999999', alert],
  'article-new': ['/console/knowledge/new', shows('New article')],
  'article-edit': [
    `/console/knowledge/${published}/edit`,
    async (page) => {
      await page.getByRole('textbox', { name: 'Text' }).fill('# Reset\n\nAnother text.');
      await page.getByRole('tab', { name: 'Changes' }).click();
      await page.getByRole('region', { name: 'Changes of the text' }).waitFor();
    },
  ],
});

const cmdb = ({ cis, job }: Discovered): States => ({
  cis: ['/console/cmdb', row],
  ci: [`/console/cmdb/${cis['orders-db']}`, shows('Needed by')],
  'ci-impact': [`/console/cmdb/${cis['host-07']}?tab=impact&depth=4`, shows('Directly affected')],
  'ci-tree': [`/console/cmdb/${cis['host-07']}?tab=impact&as=tree&depth=6`, shows('Affected CI')],
  'ci-no-impact': [
    `/console/cmdb/${cis['reports']}?tab=impact`,
    shows('Nothing depends on this CI'),
  ],
  'ci-history': [`/console/cmdb/${cis['host-07']}?tab=history`, shows('rack 5')],
  'ci-missing': ['/console/cmdb/CI999999', alert],
  jobs: ['/console/jobs', row],
  job: [`/console/jobs/${job}`, shows('7 of 8 rows succeeded')],
  'job-failed': [`/console/jobs/${job}?rows=failed`, shows('Failed')],
  'job-missing': [`/console/jobs/job_${'0'.repeat(32)}`, alert],
});

const administration: States = {
  users: ['/console/admin/users', row],
  'user-new': ['/console/admin/users?peek=new', shows('Create the user')],
  user: [
    '/console/admin/users',
    async (page) => {
      await page.getByRole('row').filter({ hasText: 'Mia Long' }).click();
      await page.getByRole('form', { name: 'User Mia Long' }).waitFor();
    },
  ],
  clients: ['/console/admin/clients', row],
  client: [
    '/console/admin/clients?peek=monitoring',
    (page) => page.getByRole('form', { name: 'Client Monitoring' }).waitFor(),
  ],
  'client-secret': [
    '/console/admin/clients?peek=new',
    async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill(`Client ${Date.now()}`);
      await page.getByRole('button', { name: 'Create the client' }).click();
      await page.getByRole('dialog').getByText('it is shown only once').waitFor();
    },
  ],
  groups: ['/console/admin/groups', row],
  'group-new': ['/console/admin/groups?peek=new', shows('Create the group')],
  'identity-providers': [
    '/console/admin/identity-providers',
    shows('There are no identity providers'),
  ],
  'identity-provider-new': [
    '/console/admin/identity-providers?peek=new',
    async (page) => {
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByText('Gives: Nothing yet').click();
    },
  ],
  'scim-token': [
    '/console/admin/scim?peek=new',
    async (page) => {
      await page.getByRole('textbox', { name: 'Name of the directory' }).fill(`D ${Date.now()}`);
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByRole('textbox', { name: 'Members of the provisioned group' }).fill('IT');
      await page.getByRole('button', { name: 'Create the connector' }).click();
      await page.getByRole('dialog').getByText('it is shown only once').waitFor();
    },
  ],
  settings: ['/console/admin/settings', shows('SLA targets')],
  audit: ['/console/admin/audit', row],
  'audit-entry': [
    '/console/admin/audit?kind=settings.updated',
    async (page) => {
      await page.getByRole('row').filter({ hasText: 'Settings updated' }).first().click();
      await page.getByRole('complementary', { name: 'Audit entry' }).waitFor();
    },
  ],
};

/** Requesters see only published articles. */
const reader = ({ published }: Record<string, string>): States => ({
  'reader-articles': [
    '/console/knowledge',
    (page) => page.getByRole('list', { name: 'Help articles' }).waitFor(),
  ],
  'reader-article': [`/console/knowledge/${published}`, shows('Did this help you?')],
});

export async function proveReferencePages(every: number, folder = ''): Promise<Report> {
  const opened = await openConsole();
  try {
    const articles = await createArticles(opened.instance);
    const discovered = await discoverCis(opened.instance);
    await createTrouble(opened.instance, discovered);
    await createPeopleAndSettings(opened.instance);
    const admin = await opened.signIn('root', 'super_admin');
    const states = { ...knowledge(articles), ...cmdb(discovered), ...administration };
    const shown = { every, folder };
    let count = await examineStates(opened, admin, states, shown);
    const requester = await opened.signIn('cleo', 'requester');
    count += await examineStates(opened, requester, reader(articles), shown);
    return {
      figures: { states: count, checks: count * screens.length },
      faults: [...admin.faults, ...requester.faults],
    };
  } finally {
    await opened.stop();
  }
}
