import { Gauge } from 'prom-client';

const valkeyUp = new Gauge({
  name: 'signalbox_valkey_up',
  help: 'Whether rate limits are shared through Valkey (1) or kept by this process alone (0).',
});

export const setValkeyUp = (isHere: boolean): void => valkeyUp.set(isHere ? 1 : 0);
