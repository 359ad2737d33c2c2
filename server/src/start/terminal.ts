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

/** Exits when a signal interrupts the work, instead of being killed: temporary data is deleted at the exit. */
export async function allowInterrupt<T>(goodbye: string, work: () => Promise<T>): Promise<T> {
  const exit = () => {
    sayGoodbye(goodbye);
    ownProcess.exit();
  };
  for (const signal of stopSignals) ownProcess.once(signal, exit);
  try {
    return await work();
  } finally {
    for (const signal of stopSignals) ownProcess.off(signal, exit);
  }
}
