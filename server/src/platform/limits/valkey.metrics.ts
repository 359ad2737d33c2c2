import { Gauge, Histogram } from 'prom-client';

let valkeyUp: Gauge | undefined;

/** The gauge is created at the first use: a worker, or an instance without Valkey, would show 0 and cause an alert. */
export const setValkeyUp = (isConnected: boolean): void => {
  valkeyUp ??= new Gauge({
    name: 'signalbox_valkey_up',
    help: 'Whether rate limits are shared through Valkey (1) or counted by this process alone (0).',
  });
  valkeyUp.set(isConnected ? 1 : 0);
};

const commandSeconds = new Histogram({
  name: 'signalbox_valkey_command_seconds',
  help: 'Time until Valkey responded to a command.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 2],
});

export const observeValkeyCommand = (milliseconds: number): void =>
  commandSeconds.observe(milliseconds / 1000);
