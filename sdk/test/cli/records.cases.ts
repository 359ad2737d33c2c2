// Requests and changes are written like incidents; `api` and `token` reach everything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SdkInstance } from '../setup.ts';
import { type Env, records, runHere } from './setup.ts';

type Role = Parameters<SdkInstance['credentialsOf']>[0];

interface Saved {
  id: string;
  state: string;
  version: number;
  ci_ids: string[];
  due_at: string;
  planned_start_at: string | null;
  decision_comment: string;
}

export function recordTests(instance: SdkInstance, envOf: (role: Role) => Promise<Env>): void {
  /** Runs a command that must succeed, without spaces in its words, and returns the record that it prints. */
  const save = async (role: Role, line: string, input = ''): Promise<Saved> => {
    const finished = await runHere([...line.split(' '), '--json'], await envOf(role), input);
    assert.equal(finished.code, 0, finished.err);
    const [record] = records<Saved>(finished);
    assert.ok(record);
    return record;
  };

  test('an incident is created and listed for its requester, who is shown, changed and cleared', async () => {
    const anna = 'anna@cli.example.com';
    const { id } = await save('agent', `incidents create Phone --requester ${anna}`);
    const env = await envOf('agent');
    const list = async (requester: string): Promise<string[]> =>
      records<Saved>(
        await runHere(['incidents', 'list', '--requester', requester, '--json'], env),
      ).map((one) => one.id);
    assert.deepEqual(await list(anna.toUpperCase()), [id]);
    const shown = await runHere(['incidents', 'show', id], env);
    assert.match(shown.out, /Requester +anna@cli\.example\.com\n/);
    await save('agent', `incidents update ${id} --requester ben@cli.example.com`);
    assert.deepEqual([await list(anna), await list('ben@cli.example.com')], [[], [id]]);
    await save('agent', `incidents update ${id} --clear requester`);
    assert.deepEqual(await list('ben@cli.example.com'), []);
  });

  test('a service request is created, approved, noted, fulfilled and listed', async () => {
    const { id, due_at: due } = await save(
      'agent',
      'requests create Monitor --item monitor --due 7d',
    );
    const days = (Date.parse(due) - Date.now()) / 86_400_000;
    assert.ok(days > 6 && days < 8, due);
    const approved = await save(
      'itsm_manager',
      `requests approve ${id} --comment - --if-version 1`,
      'As agreed.',
    );
    assert.deepEqual([approved.state, approved.decision_comment], ['approved', 'As agreed.']);
    const env = await envOf('agent');
    const noted = await runHere(['requests', 'note', id, 'Ordered.'], env);
    assert.equal(noted.out, `Added a team note to ${id}.\n`);
    const fulfilled = await runHere(['requests', 'fulfil', id], env);
    assert.match(fulfilled.out, new RegExp(`^${id} {2}P3 {2}fulfilled\\nMonitor\\n`));
    const shown = await runHere(['requests', 'show', id], env);
    assert.match(shown.out, /Item +monitor[^]*Comment of the decision\n +As agreed\.[^]*Timeline/);
    const listed = await runHere(['requests', 'list', '--state', 'fulfilled'], env);
    assert.match(listed.out, /^ID +PRI +STATE .*SUMMARY\nREQ\d+ +P3 +fulfilled .*Monitor\n/);
    const again = await runHere(['requests', 'cancel', id], env);
    assert.equal(again.code, 7, again.err);
  });

  test('a change is drafted with its CIs and window, submitted, decided, updated and cleared', async () => {
    const manager = await instance.clientAs('itsm_manager');
    const { id: ci } = await manager.cis.create({ name: 'cli-db', class: 'database' });
    const draft = await save(
      'agent',
      `changes create Upgrade --state draft --risk low --ci ${ci} --planned-start 2d --planned-end 3d`,
    );
    assert.deepEqual([draft.state, draft.ci_ids], ['draft', [ci]]);
    const cleared = await save(
      'agent',
      `changes update ${draft.id} --clear ci,planned-start,planned_end_at`,
    );
    assert.deepEqual([cleared.ci_ids, cleared.planned_start_at], [[], null]);
    const { state } = await save('agent', `changes submit ${draft.id}`);
    assert.equal(state, 'submitted');
    const rejected = await save('itsm_manager', `changes reject ${draft.id} --comment No.`);
    assert.equal(rejected.state, 'rejected');
    const own = await save('agent', 'changes create Other --risk low');
    const approved = await runHere(['changes', 'approve', own.id], await envOf('itsm_manager'));
    assert.match(approved.out, /approved\nOther\n[^]*Approvals/);
    const nothing = await runHere(['changes', 'update', own.id], await envOf('agent'));
    assert.match(nothing.err, /nothing to update[^]*signalbox changes update CHG0000007/);
  });

  test('api sends any request, prints the body as it is, and follows pages if asked to', async () => {
    const env = await envOf('agent');
    const create = ['api', 'POST', '/incidents', '--data', '-'];
    const category = 'by api';
    for (const summary of ['One', 'Two', 'Three']) {
      const body = JSON.stringify({ short_description: summary, category });
      const { code, err } = await runHere(create, env, body);
      assert.equal(code, 0, err);
    }
    const path = `/incidents?category=${encodeURIComponent(category)}&limit=2`;
    const one = await runHere(['api', 'get', path], env);
    const [page] = records<{ data: Saved[]; total: number }>(one);
    assert.deepEqual([page?.data.length, page?.total], [2, 3], one.err);
    const all = await runHere(['api', 'GET', path, '--all'], env);
    assert.equal(records(all).length, 3, all.err);

    const id = page?.data[0]?.id ?? '';
    const address = `${instance.running.url}/prod/api/v1/incidents/${id}`;
    const patch = ['api', 'PATCH', address, '--data', '{"priority":"P1"}', '--include'];
    const stale = await runHere([...patch, '--header', 'If-Match: "9"'], env);
    assert.equal(stale.code, 7, stale.err);
    assert.match(stale.out, /^HTTP 412\n[^]*x-request-id: [^]*\n\n\{.*"code":"version_mismatch"/);
    const fresh = await runHere(
      [...patch, '--header', 'If-Match: "1"', '--header', 'Idempotency-Key: cli-1'],
      env,
    );
    assert.match(fresh.out, /^HTTP 200\n[^]*etag: "2"[^]*"priority":"P1"/, fresh.err);
    const indented = await runHere(['api', 'GET', `incidents/${id}`], env, '', 80);
    assert.match(indented.out, /^\{\n {2}"id": "INC/);

    const refused: [args: string[], expected: RegExp][] = [
      [['GET', 'https://example.com/incidents'], /is not an address of/],
      [['POST', '/incidents', '--all'], /allowed with GET only/],
      [['GET', `/incidents/${id}`, '--all'], /no records in `data`/],
      [['GET', '/incidents', '--header', 'nonsense'], /nonsense is not a header/],
      [['FETCH', '/incidents'], /<method>: FETCH is not allowed[^]*GET, POST/],
    ];
    for (const [args, expected] of refused) {
      const { code, err } = await runHere(['api', ...args], env);
      assert.equal(code, 2, err);
      assert.match(err, expected);
    }
  });

  test('token prints a token that the API accepts, and nothing else', async () => {
    const { out, err, code } = await runHere(['token'], await envOf('agent'));
    assert.deepEqual([code, err], [0, '']);
    const response = await fetch(`${instance.running.url}/prod/api/v1/me`, {
      headers: { authorization: `Bearer ${out.trimEnd()}` },
    });
    assert.equal(response.status, 200);
    assert.equal(out, `${out.trim()}\n`);
  });
}
