// The log: JSON lines on standard output. Those of one turn of the event loop leave in one write.
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Far more than one turn logs; up to here nothing is written until the turn ends. */
const MOST_HELD_BYTES = 1 << 20;

/** A write per line was some 7 % of a GET in one profile on a busy machine. When the process ends, by a crash too, the rest is written first. */
function byTurns(): DestinationStream {
  const out = destination({
    dest: 1,
    sync: false,
    minLength: MOST_HELD_BYTES / 2,
    maxWrite: MOST_HELD_BYTES,
  });
  let isDue = false;
  const flush = () => {
    isDue = false;
    out.flushSync();
  };
  return {
    write: (line) => {
      out.write(line);
      if (isDue) return;
      isDue = true;
      setImmediate(flush);
    },
  };
}

export const openLog = ({ LOG_LEVEL, INSTANCE_NAME }: Config): Logger =>
  pino({ level: LOG_LEVEL, base: { service: INSTANCE_NAME } }, byTurns());
