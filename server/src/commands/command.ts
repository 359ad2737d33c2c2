import type { OwnProcess } from '../start/index.ts';

/** A command gets the arguments after its name. It reads the environment from `own`, which is the process. */
export type Command = (args: readonly string[], own: OwnProcess) => Promise<void>;
