// A person at a terminal sees that a start makes progress, and how it ended.
import ownProcess from 'node:process';

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

export const hasTerminal = (): boolean => ownProcess.stdout.isTTY;

/** A log and a script get no lines that they would have to skip. */
export function showProgress(text: string): void {
  if (hasTerminal()) ownProcess.stdout.write(`${text} …\n`);
}

/** The terminal has shown ^C in the current line. */
export function sayGoodbye(text: string): void {
  ownProcess.stdout.write(hasTerminal() ? `\n${text}\n` : `${text}\n`);
}

/**
 * When a signal interrupts the work, the handlers of the exit run, which delete temporary data, and then the signal ends the
 * process. An exit would wait for code that is being compiled, sometimes for ever (nodejs/node issue 54918).
 */
export async function allowInterrupt<T>(goodbye: string, work: () => Promise<T>): Promise<T> {
  const exit = (signal: NodeJS.Signals) => {
    sayGoodbye(goodbye);
    ownProcess.emit('exit', 0);
    ownProcess.removeAllListeners(signal);
    ownProcess.kill(ownProcess.pid, signal);
  };
  for (const signal of stopSignals) ownProcess.once(signal, exit);
  try {
    return await work();
  } finally {
    for (const signal of stopSignals) ownProcess.off(signal, exit);
  }
}
