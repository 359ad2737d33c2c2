// Runs a real Prometheus with the shipped rules on a shorter schedule: it scrapes and evaluates every seven seconds instead of
// fifteen, and `for` and windows have a sixtieth of their length, but at least two and four intervals. Conditions and thresholds are unchanged.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports.ts';
import { until } from '../../support/processes.ts';

const shipped = new URL('../../../../deploy/prometheus/alerts.yaml', import.meta.url);

/** The interval is longer than a measurement of the database is shared; see monitoring/collector.ts. */
export const INTERVAL_SECONDS = 7;
const SCALE = 60;
/** One slow scrape on a busy machine must not alert: the shortest `for` that is shipped has four intervals. */
const MIN_FOR_SECONDS = 2 * INTERVAL_SECONDS;
/** A rate needs at least two samples. */
const MIN_WINDOW_SECONDS = 4 * INTERVAL_SECONDS;

const secondsOf = { m: 60, h: 3600 } as const;
const shortenedSeconds = (count: string, unit: string): number =>
  (Number(count) * secondsOf[unit as keyof typeof secondsOf]) / SCALE;

const forSeconds = (count: string, unit: string): number =>
  Math.max(MIN_FOR_SECONDS, shortenedSeconds(count, unit));

const shortenIntervals = (rules: string): string =>
  rules
    .replaceAll(/for: (\d+)([mh])$/gm, (_, count, unit) => `for: ${forSeconds(count, unit)}s`)
    .replaceAll(
      /\[(\d+)([mh])(:1m)?\]/g,
      (_, count, unit, step) =>
        `[${Math.max(MIN_WINDOW_SECONDS, shortenedSeconds(count, unit))}s${step ? `:${INTERVAL_SECONDS}s` : ''}]`,
    );

/** Returns for how long the condition of an alert must be true before it fires, rounded up to whole evaluations. */
export function alertDelaySeconds(alert: string): number {
  const [, text = ''] =
    new RegExp(`- alert: ${alert}\\n(.+?)annotations:`, 's').exec(readFileSync(shipped, 'utf8')) ??
    [];
  const [, count, unit = 'm'] = /for: (\d+)([mh])$/m.exec(text) ?? [];
  if (count === undefined) return 0;
  return Math.ceil(forSeconds(count, unit) / INTERVAL_SECONDS) * INTERVAL_SECONDS;
}

export interface Target {
  command: string;
  port: string;
}

export const canRunPrometheus = (): boolean => spawnSync('prometheus', ['--version']).status === 0;

export class Prometheus {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #url: string;

  private constructor(folder: string, child: ChildProcess, port: string) {
    this.#folder = folder;
    this.#process = child;
    this.#url = `http://127.0.0.1:${port}`;
  }

  static async start(targets: readonly Target[]): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-prometheus-'));
    const port = await freePort();
    writeFileSync(join(folder, 'alerts.yaml'), shortenIntervals(readFileSync(shipped, 'utf8')));
    const interval = `${INTERVAL_SECONDS}s`;
    const config = {
      global: {
        scrape_interval: interval,
        scrape_timeout: interval,
        evaluation_interval: interval,
      },
      rule_files: ['alerts.yaml'],
      scrape_configs: [
        {
          job_name: 'signalbox',
          honor_labels: true,
          file_sd_configs: [{ files: ['targets.json'] }],
        },
      ],
    };
    // JSON is valid YAML.
    const file = join(folder, 'prometheus.yaml');
    writeFileSync(file, JSON.stringify(config));
    const options = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const child = spawn('prometheus', options, { stdio: 'ignore' });
    const one = new Prometheus(folder, child, port);
    one.discover(targets);
    await until('Prometheus is ready', one.#isReady);
    return one;
  }

  /** Replaces the targets that service discovery finds. */
  discover(targets: readonly Target[]): void {
    const groups = targets.map(({ command, port }) => ({
      targets: [`127.0.0.1:${port}`],
      labels: { command },
    }));
    const file = join(this.#folder, 'targets.json');
    writeFileSync(`${file}.new`, JSON.stringify(groups));
    renameSync(`${file}.new`, file);
  }

  readonly #isReady = async (): Promise<boolean> =>
    fetch(`${this.#url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );

  async firing(): Promise<string[]> {
    const response = await fetch(`${this.#url}/api/v1/alerts`);
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    const names = data.alerts.filter(({ state }) => state === 'firing');
    return [...new Set(names.map(({ labels }) => labels.alertname))].toSorted();
  }

  async values(query: string): Promise<number[]> {
    const response = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = (await response.json()) as { data: { result: { value: [0, string] }[] } };
    return data.result.map(({ value }) => Number(value[1]));
  }

  async stop(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await gone;
    rmSync(this.#folder, { recursive: true });
  }
}
