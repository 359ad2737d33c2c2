import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { until } from '../../../test/support/processes.ts';
import { CommitListener } from './commit-listener.ts';
import { connectionNames } from './login.ts';

describe('The listener to commits', () => {
  let instance: Instance;
  let listener: CommitListener;
  before(async () => {
    instance = await startInstance();
    listener = new CommitListener(instance.deps.directLogin);
  });
  after(() => instance.stop());

  const connections = () =>
    instance.sql(
      `select pid from pg_stat_activity where datname = current_database() and application_name = $1`,
      [connectionNames.listen],
    );
  const send = (payload: string) => instance.deps.commitNotifier.send('bulk', payload);

  /** Listens as a part of the process, and records the payloads that it has heard. */
  const part = async () => {
    const heard: string[] = [];
    const listening = listener.listen({ bulk: (payload) => heard.push(payload) });
    await listening.started;
    return { heard, stop: listening.stop };
  };

  test('all parts share one connection, and the last one to stop closes it', async () => {
    const [one, other] = [await part(), await part()];
    const third = listener.listen({ settings: () => {} });
    await third.started;
    assert.equal((await connections()).length, 1);
    await send('a');
    await until('both have heard', () => one.heard.length === 1 && other.heard.length === 1);
    await one.stop();
    await send('b');
    await until('the other still hears', () => other.heard.length === 2);
    assert.deepEqual(one.heard, ['a']);
    await Promise.all([other.stop(), third.stop()]);
    await until('it is closed', async () => (await connections()).length === 0);
  });

  test('a connection that breaks is opened again for all parts', async () => {
    const [one, other] = [await part(), await part()];
    const [{ pid }] = await connections();
    await instance.sql('select pg_terminate_backend($1)', [pid]);
    await until('both hear again', async () => {
      await send('again');
      return one.heard.includes('again') && other.heard.includes('again');
    });
    assert.equal((await connections()).length, 1);
    await Promise.all([one.stop(), other.stop()]);
  });

  test('a part that starts listening while the last one stops hears commits', async () => {
    const leaving = await part();
    const [next] = await Promise.all([part(), leaving.stop()]);
    await send('c');
    await until('it has heard', () => next.heard.includes('c'));
    await until('one connection is left', async () => (await connections()).length === 1);
    await next.stop();
  });
});
