// Every block of shell commands in a document is run by a test or marked as an example; there is no third kind.

/**
 * Each document with blocks marked `sh run` has a test that executes them, which is a file or a folder; `names` are blocks
 * that it executes separately.
 */
export const executedBy: Readonly<Record<string, { test: string; names?: readonly string[] }>> = {
  'README.md': { test: 'server/test/readme.test.ts', names: ['start', 'command-line'] },
  'docs/tutorials/call-the-api.md': { test: 'server/test/tutorials.test.ts' },
  'docs/tutorials/change-it.md': { test: 'server/test/tutorials.test.ts' },
  'docs/tutorials/connect-monitoring.md': { test: 'server/test/tutorials.test.ts' },
  'docs/tutorials/receive-events.md': {
    test: 'server/test/webhook-docs.test.ts',
    names: ['certificate', 'start', 'receiver', 'test', 'event'],
  },
  'docs/tutorials/run-it.md': { test: 'server/test/tutorials.test.ts', names: ['start'] },
  'docs/backup.md': {
    test: 'server/test/faults/restore/',
    names: [
      'dump-backup',
      'dump-new',
      'dump-same',
      'base-backup',
      'incremental-backup',
      'incremental-restore',
      'pgbackrest-setup',
      'pgbackrest-backup',
      'pgbackrest-restore',
      'restored',
      'look',
      'release',
    ],
  },
  'docs/reference/webhooks-outbound.md': { test: 'server/test/webhook-docs.test.ts' },
};

const SHELLS = new Set(['sh', 'bash', 'shell', 'zsh', 'console', 'terminal']);

interface Block {
  /** The info string of the fence is the language, then marks. */
  info: string;
  text: string;
}

const blocksOf = (document: string): Block[] =>
  [...document.matchAll(/^( *)(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^\1\2$/gm)].map(
    ([, , , info = '', text = '']) => ({ info: info.trim(), text: text.trimEnd() }),
  );

/** Returns the commands that a test executes, in order; with a name, only the blocks marked with it. */
export const commandsOf = (document: string, name?: string): string[] =>
  blocksOf(document)
    .filter(({ info }) => info === (name === undefined ? 'sh run' : `sh run ${name}`))
    .map(({ text }) => text);

export function commandFaults(path: string, document: string): string[] {
  return blocksOf(document).flatMap(({ info, text }) => {
    const [language = '', mark, name] = info.split(' ', 3);
    const [first = ''] = text.split('\n');
    if (language === '') return [`${path}: the block "${first}" names no language`];
    if (!SHELLS.has(language)) return [];
    if (info === 'sh example') return [];
    if (language !== 'sh' || mark !== 'run')
      return [`${path}: the commands "${first}" are marked neither \`sh run\` nor \`sh example\``];
    const executed = executedBy[path];
    const isExecuted = executed && (name === undefined || executed.names?.includes(name));
    return isExecuted ? [] : [`${path}: no test runs the commands "${first}"`];
  });
}
