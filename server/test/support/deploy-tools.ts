// Finds the programs that read the files in deploy/: in the chroot of the services, where tools/deploy-tools.sh installs
// current ones, or on this machine.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DeployTool {
  command: string;
  /** These words precede the arguments of the program. */
  words: readonly string[];
  /** The file system of the program begins here: empty, or the folder of the chroot. */
  root: string;
}

const folders = ['usr/bin', 'usr/sbin'];

/** Returns undefined if the program is not installed. */
export function deployTool(name: string): DeployTool | undefined {
  const [chroot, root = ''] = (process.env['PG_DUMP'] ?? '').split(' ');
  if (chroot === 'chroot' && folders.some((folder) => existsSync(join(root, folder, name))))
    return { command: 'chroot', words: [root, name], root };
  return spawnSync(name, ['--version']).error ? undefined : { command: name, words: [], root: '' };
}

/** A folder that the program can read has one path outside the chroot and one inside. */
export interface ToolFolder {
  outside: string;
  inside: string;
  remove: () => void;
}

export function toolFolder({ root }: DeployTool): ToolFolder {
  const outside = mkdtempSync(join(root || tmpdir(), root ? 'tmp' : '.', 'signalbox-deploy-'));
  return {
    outside,
    inside: outside.slice(root.length),
    remove: () => rmSync(outside, { recursive: true, force: true }),
  };
}

/** Runs the program on a copy of a folder; `args` receives the path of the copy. */
export function runOnCopy(
  tool: DeployTool,
  source: string,
  args: (folder: string) => string[],
  env: Record<string, string> = {},
): { status: number | null; stdout: string; stderr: string } {
  const folder = toolFolder(tool);
  try {
    cpSync(source, folder.outside, { recursive: true });
    return spawnSync(tool.command, [...tool.words, ...args(folder.inside)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });
  } finally {
    folder.remove();
  }
}
