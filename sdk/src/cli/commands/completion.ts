// Prints the script that completes commands, options and values in a shell.
import type { Command } from '../command.ts';
import { bashScript } from '../completion/bash.ts';
import { zshScript } from '../completion/zsh.ts';

const scripts: Record<string, (commands: readonly Command[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
};

export const completionCommands: Command[] = [
  {
    path: 'completion',
    summary: 'Print a script that completes commands in your shell',
    description:
      'Add one of these lines to the start-up file of your shell: `eval "$(signalbox completion bash)"` to ~/.bashrc, or `eval "$(signalbox completion zsh)"` to ~/.zshrc after `compinit`. The script knows the commands, options and values of this version and starts no process.',
    args: [{ name: 'shell', summary: 'bash or zsh', choices: Object.keys(scripts) }],
    examples: ['signalbox completion bash', 'eval "$(signalbox completion zsh)"'],
    run: async ({ args, commands, terminal }) => {
      const makeScript = scripts[args['shell'] ?? ''] ?? bashScript;
      terminal.print(makeScript(commands));
    },
  },
];
