// The log: JSON lines on standard output. Those of one turn of the event loop leave in one write.
import ownProcess from 'node:process';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { LineWriter } from './lines.ts';
import { countDroppedLines } from './metrics.ts';

const STANDARD_OUTPUT = 1;
const WARN = 40;

/** One for all loggers of a process: there is one standard output. */
let standardOutput: LineWriter | undefined;

/**
 * A write per line was some 7 % of a GET in one profile on a busy machine. When the process ends, by a crash too, the
 * rest is written first. The lines are collected by us and not by pino's destination, whose flush waits for the disk
 * each time when standard output is a file: that blocked the loop for 8 % of the time at 100 requests a second. And an
 * error of the destination would end the process.
 */
function openStandardOutput(service: string): LineWriter {
  const writer = new LineWriter({
    fd: STANDARD_OUTPUT,
    describeLoss: (lines) =>
      JSON.stringify({ level: WARN, time: Date.now(), service, lines, msg: 'log.dropped' }),
    countDropped: countDroppedLines,
  });
  ownProcess.once('exit', () => writer.flush());
  return writer;
}

/** The id of an inbound webhook is the secret part of its url. */
export const maskAddresses = (text: string): string => text.replaceAll(/wh_in_\w+/gi, 'wh_in_***');

export function openLog({ LOG_LEVEL, INSTANCE_NAME }: Config): Logger {
  standardOutput ??= openStandardOutput(INSTANCE_NAME);
  // In every line: an error of the database may quote the row it is about.
  const hooks = {
    streamWrite: (line: string) => (line.includes('wh_in_') ? maskAddresses(line) : line),
  };
  return pino({ level: LOG_LEVEL, base: { service: INSTANCE_NAME }, hooks }, standardOutput);
}
