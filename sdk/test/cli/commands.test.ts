// Commands run against a whole instance, the most important ones as processes; results, messages and exit codes are checked.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  type Receiver,
  receiverEnv,
  startReceiver,
} from '../../../server/test/support/receivers.ts';
import { until } from '../../../server/test/support/processes.ts';
import { webhooks } from '../../src/index.ts';
import { ProfileStore } from '../../src/cli/profiles/profiles.store.ts';
import { type SdkInstance, sdkSection } from '../setup.ts';
import { customTests } from './custom.cases.ts';
import { orderTests } from './orders.cases.ts';
import { recordTests } from './records.cases.ts';
import { type Env, makeHome, records, runHere, runProcess, startCommand } from './setup.ts';

type Role = Parameters<SdkInstance['credentialsOf']>[0];

interface IncidentRecord {
  id: string;
  state: string;
  short_description: string;
}

sdkSection(
  'The command line',
  (instance) => {
    const home = makeHome();
    after(() => home.remove());
    const envs = new Map<string, Promise<Env>>();
    const envOf = (role: Role): Promise<Env> => {
      const makeEnv = async () => {
        const { clientId, clientSecret } = await instance.credentialsOf(role);
        return {
          ...home.env,
          SIGNALBOX_URL: instance.running.url,
          SIGNALBOX_CLIENT_ID: clientId,
          SIGNALBOX_CLIENT_SECRET: clientSecret,
        };
      };
      const env = envs.get(role) ?? makeEnv();
      envs.set(role, env);
      return env;
    };
    const file = (name: string, text: string): string => {
      const path = join(home.folder, name);
      writeFileSync(path, text);
      return path;
    };
    const createIncident = async (
      summary: string,
      ...options: string[]
    ): Promise<IncidentRecord> => {
      const finished = await runHere(
        ['incidents', 'create', summary, '--json', ...options],
        await envOf('agent'),
      );
      assert.equal(finished.code, 0, finished.err);
      const [record] = records<IncidentRecord>(finished);
      assert.ok(record);
      return record;
    };

    test('a process creates an incident, and another lists it: a table for people, JSON for pipes', async () => {
      const env = await envOf('agent');
      const one = await runProcess(
        ['incidents', 'create', 'Printer on fire', '--category', 'cli'],
        env,
      );
      assert.equal(one.code, 0, one.err);
      assert.match(one.out, /^INC\d+ {2}P3 {2}new\nPrinter on fire\n/);
      const [table, json] = await Promise.all([
        runProcess(['incidents', 'list', '--category', 'cli'], env),
        runProcess(['incidents', 'list', '--category', 'cli', '--json', '--fields', 'state'], env),
      ]);
      assert.match(table.out, /^ID +PRI +STATE .*SUMMARY\nINC\d+ +P3 +new .*Printer on fire\n$/);
      assert.equal(table.err, '1 incident.\n');
      assert.deepEqual(Object.keys(records<IncidentRecord>(json)[0] ?? {}), ['id', 'state']);
      assert.equal(json.err, '');
    });

    test('an incident is updated, gets a note, and is shown with its timeline', async () => {
      const env = await envOf('agent');
      const { id } = await createIncident('Slow mail', '--description', '-');
      const updated = await runHere(
        ['incidents', 'update', id, '--state', 'in_progress', '--assigned-to', 'ann@example.com'],
        env,
      );
      assert.match(updated.out, /in progress[^]*Assigned to +ann@example\.com/);
      const noted = await runHere(
        ['incidents', 'note', id, '-', '--visibility', 'public'],
        env,
        'Seen it.',
      );
      assert.equal(noted.out, `Added a public note to ${id}.\n`);
      const { out } = await runHere(['incidents', 'show', id], env);
      assert.match(out, /Timeline[^]*public note\n +Seen it\.\n[^]*state: new → in_progress/);
      const cleared = await runHere(
        ['incidents', 'update', id, '--clear', 'assigned_to', '--json'],
        env,
      );
      assert.equal((records<{ assigned_to: null }>(cleared)[0] ?? {}).assigned_to, null);
    });

    test('a wrong assignee or group is named in words beside the results, and as it is in JSON', async () => {
      const env = await envOf('agent');
      const field = ['--group', 'Netwrok'];
      const created = await runHere(['incidents', 'create', 'Slow', ...field], env);
      assert.equal(created.code, 0);
      assert.equal(created.err, '! No group has the name Netwrok.\n');
      const args = ['changes', 'create', 'Upgrade', '--assigned-to', 'nobody@example.com'];
      const change = await runHere(args, env);
      assert.equal(change.err, '! Nobody has the address nobody@example.com.\n');
      const json = await runHere([...args, '--json'], env);
      assert.equal(json.err, '');
      const [saved] = records<{ warnings: unknown }>(json);
      assert.deepEqual(saved?.warnings, [{ pointer: '/assigned_to', code: 'unknown_person' }]);
      const lines = '{"short_description":"a","assignment_group":"Netwrok"}\n';
      const shown = /! line 1: No group has the name Netwrok\.\n/;
      assert.match((await runHere(['import', 'incidents', '-'], env, lines)).err, shown);
      assert.match((await runHere(['bulk', '-', '--dry-run'], env, lines)).err, shown);
      const bulk = await runHere(['bulk', '-', '--dry-run', '--json'], env, lines);
      const [row] = records<{ line: number; warnings: unknown }>(bulk);
      assert.deepEqual(
        [row?.line, row?.warnings],
        [1, [{ pointer: '/assignment_group', code: 'unknown_group' }]],
      );
    });

    test('a mention that notifies nobody is named in words beside the note', async () => {
      const env = await envOf('agent');
      const admin = await instance.clientAs('super_admin');
      await admin.users.create({ email: 'mia@example.com', name: 'Mia', roles: ['requester'] });
      const { id } = await createIncident('Slow mail');
      const noted = await runHere(['incidents', 'note', id, 'Ask @mia@example.com'], env);
      assert.equal(noted.out, `Added a team note to ${id}.\n`);
      assert.equal(noted.err, '! @mia@example.com may not read the note and is not notified.\n');
    });

    test('other records are listed and shown', async () => {
      const manager = await instance.clientAs('itsm_manager');
      const { id: ci } = await manager.cis.create({ name: 'db-1', class: 'database' });
      const { id: change } = await manager.changes.create({
        short_description: 'Upgrade',
        ci_ids: [ci],
      });
      const { id: article } = await manager.articles.create({
        title: 'Reset',
        body: 'Press *it*.',
      });
      const requester = await instance.clientAs('requester');
      const { id: request } = await requester.serviceRequests.create({ short_description: 'PC' });
      await manager.serviceRequests.approve(request);
      const first = await manager.serviceRequests.createTask(request, { name: 'Order' });
      const { id: task } = await manager.serviceRequests.createTask(request, {
        name: 'Install',
        depends_on: [first.id],
      });
      const env = await envOf('itsm_manager');
      for (const [group, id, text] of [
        ['tasks', task, /open\nInstall[^]*Waits for +TSK\w+ Order/],
        ['cis', ci, /db-1[^]*Version +1/],
        ['changes', change, /medium risk {2}submitted\nUpgrade[^]*CIs/],
        ['articles', article, /Reset[^]*Text\n {2}Press \*it\*\./],
      ] as const) {
        assert.match((await runHere([group, 'list'], env)).out, new RegExp(id));
        assert.match((await runHere([group, 'show', id], env)).out, text);
      }
      assert.match(
        (await runHere(['tasks', 'list', '--request', request, '--ready', 'false'], env)).out,
        new RegExp(`${task} +open +${request}`),
      );
      const done = await runHere(['tasks', 'update', first.id, '--state', 'done'], env);
      assert.match(done.out, /done\nOrder/);
    });

    recordTests(instance, envOf);
    customTests(instance, envOf);
    orderTests(instance, envOf);

    test('errors tell the next step and have their exit codes', async () => {
      const env = await envOf('agent');
      const { id } = await createIncident('Wrong');
      const auditor = await envOf('auditor');
      const nobody = { ...home.env };
      const other = makeHome();
      await new ProfileStore(join(other.folder, 'signalbox')).update((all) => {
        all.profiles['default'] = { kind: 'key', url: instance.running.url, apiKey: 'sbk_y' };
      });
      const profileOfAnother = { ...other.env };
      const cases: [args: string[], env: Env, code: number, expected: RegExp][] = [
        [['incidents', 'list'], nobody, 3, /not signed in[^]*signalbox login --url/],
        [
          ['incidents', 'list'],
          { ...env, SIGNALBOX_CLIENT_SECRET: 'x' },
          3,
          /secret is wrong[^]*SIGNALBOX_CLIENT_SECRET/,
        ],
        [
          ['incidents', 'list'],
          { ...nobody, SIGNALBOX_URL: env['SIGNALBOX_URL'] ?? '', SIGNALBOX_API_KEY: 'sbk_x' },
          3,
          /API key was refused/,
        ],
        [
          ['incidents', 'list'],
          { ...profileOfAnother, SIGNALBOX_API_KEY: 'sbk_x' },
          2,
          /credentials of the environment need the address of their instance/,
        ],
        [
          ['incidents', 'list'],
          { ...env, SIGNALBOX_URL: instance.running.deps.config.AUTH_URL },
          9,
          /does not respond like/,
        ],
        [
          ['incidents', 'list'],
          { ...env, SIGNALBOX_URL: 'http://127.0.0.1:1' },
          9,
          /No connection to http:\/\/127\.0\.0\.1:1/,
        ],
        [['incidents', 'show', 'INC9999999'], env, 4, /does not exist[^]*signalbox incidents list/],
        [['incidents', 'create', 'x'], auditor, 5, /roles[^]*signalbox whoami/],
        [
          ['incidents', 'create', 'x', '--assigned-to', 'nobody'],
          env,
          6,
          /assigned_to must be an e-mail address/,
        ],
        [
          ['incidents', 'update', id, '--state', 'closed'],
          env,
          7,
          /to in_progress or cancelled, not to closed/,
        ],
        [
          ['incidents', 'update', id, '--if-version', '9', '--priority', 'P1'],
          env,
          7,
          /--if-version 1/,
        ],
        [['bulk', 'missing.csv'], env, 2, /missing\.csv does not exist/],
      ];
      const results = await Promise.all(cases.map(([args, own]) => runHere(args, own)));
      for (const [index, { code, err, out }] of results.entries()) {
        const [args = [], , expectedCode, expected = /x/] = cases[index] ?? [];
        assert.equal(code, expectedCode, `${args.join(' ')}: ${err}`);
        assert.match(err, expected);
        assert.equal(out, '');
      }
      const json = await runHere(['incidents', 'show', 'INC9999999', '--json'], env);
      assert.equal(records<{ exit: string }>({ ...json, out: json.err })[0]?.exit, 'notFound');
    });

    test('a bulk process reports rows that failed by their lines, and sends nothing of a broken file', async () => {
      const env = await envOf('agent');
      const rows = Array.from(
        { length: 120 },
        (_, index) => `"Row ${index},\nx",${index === 110 ? 'P9' : 'P2'},bulked`,
      );
      const good = file('rows.csv', `short_description,priority,category\n${rows.join('\n')}\n`);
      const rejected = join(home.folder, 'rejected.jsonl');
      const { code, err } = await runProcess(['bulk', good, '--rejected', rejected], env);
      assert.equal(code, 1, err);
      assert.match(
        err,
        /✗ line 222: priority must be one of P1[^]*119 incidents created, 1 failed/,
      );
      assert.match(
        readFileSync(rejected, 'utf8'),
        /^\{"short_description":"Row 110,\\nx","priority":"P9"/,
      );
      const count = async () => {
        const client = await instance.clientAs('agent');
        return (await client.incidents.list({ category: 'bulked', limit: 1 })).total;
      };
      assert.equal(await count(), 119);
      const repeated = await runHere(['bulk', good], env);
      assert.match(repeated.err, /120 rows had already been sent in the last 24 hours/);
      assert.equal(await count(), 119, 'no row is created twice');

      const broken = await runHere(
        ['bulk', file('broken.csv', 'short_description,category\na,bulked\nb\n')],
        env,
      );
      assert.equal(broken.code, 6);
      assert.match(broken.err, /line 3: has 1 cells[^]*Nothing was sent/);
      const dry = await runHere(
        ['bulk', '-', '--dry-run'],
        env,
        '{"short_description":"a","category":"bulked"}\n',
      );
      assert.equal(dry.code, 0, dry.err);
      assert.match(dry.err, /Dry run/);
      assert.equal(await count(), 119);
    });

    test('in a terminal, results fit its width, have colours, and a bar shows the progress', async () => {
      const env = await envOf('agent');
      const rows = Array.from({ length: 40 }, (_, index) =>
        JSON.stringify({
          short_description: `Row ${index} with a rather long summary`,
          priority: 'P1',
        }),
      );
      const bulk = await runHere(['bulk', '-'], env, rows.join('\n'), 60);
      assert.equal(bulk.code, 0, bulk.err);
      // eslint-disable-next-line no-control-regex -- styles and cursor movements
      const plain = (text: string) => text.replaceAll(/\u001B\[[\d;]*[mK]/g, '');
      const drawn = plain(bulk.err).split(/[\r\n]+/);
      assert.ok(drawn.includes(`${'━'.repeat(24)}  40 of 40  100 %`), bulk.err);
      assert.match(bulk.err, /✓\S* 40 incidents created/);
      for (const columns of [60, 100]) {
        const list = await runHere(['incidents', 'list', '--priority', 'P1'], env, '', columns);
        assert.ok(list.out.includes('\u001B[31mP1'), 'P1 is red');
        const lines = [...plain(list.out).split('\n'), ...drawn];
        assert.ok(lines.length > 20);
        for (const line of lines) assert.ok(line.length <= columns || columns === 100, line);
      }
      const uncoloured = await runHere(['incidents', 'list'], { ...env, NO_COLOR: '1' }, '', 60);
      assert.equal(uncoloured.out, plain(uncoloured.out));
    });

    test('an export is imported once, however often the import is run, and relations of CIs follow', async () => {
      const env = await envOf('super_admin');
      const path = join(home.folder, 'incidents.jsonl');
      await createIncident('Exported "one"');
      const exported = await runHere(['export', 'incidents', '--output', path], env);
      assert.equal(exported.code, 0, exported.err);
      const lines = readFileSync(path, 'utf8').trim().split('\n');
      const few = file('few.jsonl', [...lines.slice(-2), '{"short_description":""}'].join('\n'));
      const first = await runHere(['import', 'incidents', few], env);
      assert.equal(first.code, 1);
      assert.match(first.err, /✗ line 3: [^]*2 incidents imported, 1 failed/);
      const again = await runHere(['import', 'incidents', few], env);
      assert.match(
        again.err,
        /line 1: imported before as INC\d+, skipped[^]*0 incidents imported, 2 skipped/,
      );
      await instance.running.sql('delete from idempotency_keys');
      const later = await runHere(['import', 'incidents', few], env);
      assert.match(later.err, /line 1: exists already, skipped[^]*0 incidents imported, 2 skipped/);

      const cis = [
        {
          id: 'CI900001',
          name: 'app',
          class: 'service',
          relations: [
            { type: 'depends_on', ci_id: 'CI900002' },
            { type: 'runs_on', ci_id: 'CI900003' },
          ],
        },
        { id: 'CI900002', name: 'store', class: 'database', relations: [] },
      ];
      const imported = await runHere(
        ['import', 'cis', '-', '--json'],
        env,
        cis.map((one) => JSON.stringify(one)).join('\n'),
      );
      assert.equal(imported.code, 0, imported.err);
      assert.match(imported.err, /line 1: the relation to CI900003 is left out/);
      const ids = new Map(
        records<{ line: number; id: string }>(imported).map(({ line, id }) => [line, id]),
      );
      const app = await (await instance.clientAs('agent')).cis.get(ids.get(1) ?? '');
      assert.deepEqual(app.relations, [{ type: 'depends_on', ci_id: ids.get(2) }]);
    });

    test('ask prints the answer and its sources', async () => {
      const { code, out, err } = await runHere(
        ['ask', 'What is the capital of Peru?'],
        await envOf('agent'),
      );
      assert.equal(code, 0, err);
      assert.match(err, /No article answers this/);
      assert.notEqual(out, '');
    });

    test('tail prints events, and listen posts them like the deliveries of a webhook', async () => {
      const receiver: Receiver = await startReceiver();
      const manager = await instance.clientAs('itsm_manager');
      const { secret = '', id: webhookId } = await manager.webhooks.outbound.create({
        name: 'Real',
        url: receiver.url,
        events: ['incident.created'],
        sign_payloads: true,
      });
      const env = {
        ...(await envOf('itsm_manager')),
        NODE_EXTRA_CA_CERTS: receiverEnv().EGRESS_CA_FILE,
      };
      const type = ['--type', 'incident.created', '--count', '1'];
      const tail = startCommand(['tail', '--json', ...type], env);
      const listen = startCommand(
        ['webhooks', 'listen', '--forward', `${receiver.url}?listen`, '--secret', secret, ...type],
        env,
      );
      try {
        for (const one of [tail, listen])
          await until('connected', () => one.output().includes('Connected'));
        const { id } = await manager.incidents.create({ short_description: 'Streamed' });
        const [tailed, listened] = await Promise.all([tail.finished, listen.finished]);
        assert.equal(records<{ record: { id: string } }>(tailed)[0]?.record.id, id, tailed.err);
        assert.match(listened.out, new RegExp(`incident\\.created +${id} +✓ 204 `));
        assert.ok(listened.err.includes(secret));

        await until('both have arrived', () => receiver.received.length >= 2);
        const [forwarded, delivered] = receiver.received.toSorted(({ path }) =>
          path.includes('listen') ? -1 : 1,
        );
        assert.ok(forwarded && delivered);
        assert.equal(forwarded.body.toString(), delivered.body.toString());
        const pick = (headers: typeof forwarded.headers) =>
          Object.fromEntries(
            Object.entries(headers).filter(
              ([name]) =>
                /^(x-service-|webhook-id|content-type|user-agent)/.test(name) &&
                name !== 'x-service-delivery',
            ),
          );
        assert.deepEqual(pick(forwarded.headers), pick(delivered.headers));
        for (const { body, headers } of [forwarded, delivered])
          assert.equal((await webhooks.unwrap(body, headers, secret)).event, 'incident.created');

        const listed = await runHere(
          ['webhooks', 'deliveries', '--webhook', webhookId, '--json'],
          env,
        );
        const [delivery] = records<{ id: string }>(listed);
        assert.ok(delivery, listed.err);
        await until('the delivery has finished', async () => {
          const { data } = await manager.webhooks.deliveries.list({ webhook_id: webhookId });
          return data.every(({ status }) => status === 'delivered');
        });
        const replayed = await runHere(['webhooks', 'replay', delivery.id], env);
        assert.match(replayed.out, new RegExp(`incident\\.created of ${id} is sent again`));
        const retried = await runHere(['webhooks', 'retry', delivery.id], env);
        assert.match(retried.err, /is delivered, so it has no attempt left/);

        const tested = await runHere(
          ['webhooks', 'test', webhookId, '--event', 'change.approved'],
          env,
        );
        assert.match(tested.out, /^The receiver responded 204 in \d+ ms\.\n$/);
        assert.equal(receiver.received.at(-1)?.headers['x-service-event'], 'change.approved');
      } finally {
        tail.interrupt();
        listen.interrupt();
        await receiver.close();
      }
    });
  },
  { worker: true, env: receiverEnv() },
);
