// A real Prometheus with the shipped rules, at shorter intervals, over processes of a test: it is silent while they are
// sound, and alerts on faults that are planted.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase, withClient } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { OwnValkey } from '../../support/own-valkey.ts';
import { freePort } from '../../support/ports.ts';
import { ownEnvironment, until } from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';

const shipped = new URL('../../../../deploy/prometheus/alerts.yaml', import.meta.url);
const SILENT_SECONDS = 10;
const FIRE_SECONDS = 40;

export const canRunPrometheus = (): boolean => spawnSync('prometheus', ['--version']).status === 0;

/** `for: 5m` becomes `for: 2s`, and windows of minutes become ten seconds. The conditions stay as they are. */
const shortened = (rules: string): string =>
  rules.replaceAll(/for: \d+m/g, 'for: 2s').replaceAll(/\[\d+m\]/g, '[10s]');

class Prometheus {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #url: string;

  private constructor(folder: string, child: ChildProcess, port: string) {
    this.#folder = folder;
    this.#process = child;
    this.#url = `http://127.0.0.1:${port}`;
  }

  static async start(targets: readonly string[]): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-prometheus-'));
    const port = await freePort();
    writeFileSync(join(folder, 'alerts.yaml'), shortened(readFileSync(shipped, 'utf8')));
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yaml'],
      scrape_configs: [{ job_name: 'signalbox', static_configs: [{ targets }] }],
    };
    // JSON is YAML.
    const file = join(folder, 'prometheus.yaml');
    writeFileSync(file, JSON.stringify(config));
    const options = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const child = spawn('prometheus', options, { stdio: 'ignore' });
    const one = new Prometheus(folder, child, port);
    await until('Prometheus is ready', one.isReady, 30);
    return one;
  }

  readonly isReady = async (): Promise<boolean> =>
    fetch(`${this.#url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );

  /** The names of alerts that fire now. */
  async firing(): Promise<string[]> {
    const response = await fetch(`${this.#url}/api/v1/alerts`);
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    const names = data.alerts.filter(({ state }) => state === 'firing');
    return [...new Set(names.map(({ labels }) => labels.alertname))].toSorted();
  }

  async stop(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await gone;
    rmSync(this.#folder, { recursive: true });
  }
}

export async function proveAlerts(): Promise<Report> {
  const valkey = await OwnValkey.start();
  const scratch = await cloneDatabase();
  const issuer = await startIssuer(scratch.url);
  const shared = {
    AUTH_URL: issuer.url,
    VALKEY_URL: valkey.url,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
  };
  const environments = await Promise.all(
    ['api', 'worker', 'worker'].map(async (command) => ({
      command,
      env: { ...(await ownEnvironment(scratch)), ...shared },
    })),
  );
  const processes = await Promise.all(
    environments.map(({ command, env }) => startProcess(command, env)),
  );
  const targets = environments.map(({ env }) => `127.0.0.1:${env.METRICS_PORT}`);
  const prometheus = await Prometheus.start(targets);
  const faults: string[] = [];
  const seconds: Record<string, number> = {};
  /** Each alert with the fault that must cause it. */
  const planted: [alert: string, plant: () => Promise<unknown>][] = [
    ['SignalboxDown', async () => processes[2]?.kill()],
    ['SignalboxValkeyDown', () => valkey.kill()],
    [
      'SignalboxEventsSetAside',
      () =>
        withClient(scratch.url, (db) =>
          db.query(
            `insert into relay_failures (event_id, error, failed_at) values (gen_random_uuid(), 'planted', now())`,
          ),
        ),
    ],
  ];
  try {
    await sleep(SILENT_SECONDS * 1000);
    const early = await prometheus.firing();
    if (early.length > 0) faults.push(`fires on a sound instance: ${early.join(', ')}`);
    for (const [index, [alert, plant]] of planted.entries()) {
      await plant();
      const began = performance.now();
      const isFiring = async () => (await prometheus.firing()).includes(alert);
      await until(`${alert} fires`, isFiring, FIRE_SECONDS).catch((error: Error) =>
        faults.push(error.message),
      );
      seconds[alert] = Math.round((performance.now() - began) / 1000);
      const expected = new Set(planted.slice(0, index + 1).map(([name]) => name));
      const others = (await prometheus.firing()).filter((name) => !expected.has(name));
      if (others.length > 0) faults.push(`${alert} was planted, and fires: ${others.join(', ')}`);
    }
    return { figures: { planted: planted.length, ...seconds }, faults };
  } finally {
    await prometheus.stop();
    await Promise.all(processes.map((one) => one.stop()));
    await issuer.stop();
    await scratch.drop();
    await valkey.kill();
  }
}
