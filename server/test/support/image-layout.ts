// Builds the files of the image in a temporary folder by the instructions of the Containerfile: where no container engine
// runs, this shows that they are complete. The running Node replaces the base image.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const CONTAINERFILE = 'deploy/production/Containerfile';
/** `npm ci` fetches packages that the machine may not have yet. */
const RUN_TIMEOUT_MS = 600_000;

interface Instruction {
  name: string;
  text: string;
}

/** Reads one instruction per line; comments and empty lines are ignored. */
export const readInstructions = (text: string): Instruction[] =>
  text
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name, text: rest };
    });

/** The last line of .dockerignore that names the path or a folder above it decides. */
function ignores(lines: readonly string[], path: string): boolean {
  const covers = (pattern: string) =>
    matchesGlob(path, pattern) || pattern === '*' || path.startsWith(`${pattern}/`);
  const last = lines.findLast((line) => covers(line.replace(/^!/, '')));
  return last !== undefined && !last.startsWith('!');
}

/** Finds sources of COPY that do not exist or that .dockerignore excludes, and stages that do not exist. */
export function copyFaults(containerfile: string, dockerignore: string): string[] {
  const lines = dockerignore.split('\n').filter(Boolean);
  const stages = new Set<string | undefined>();
  return readInstructions(containerfile).flatMap(({ name, text }) => {
    if (name === 'FROM') stages.add(/ AS (\S+)$/.exec(text)?.[1]);
    if (name !== 'COPY') return [];
    const [, source] = /^--from=(\S+)/.exec(text) ?? [];
    if (source !== undefined) return stages.has(source) ? [] : [`stage ${source}`];
    return text
      .split(/\s+/)
      .slice(0, -1)
      .filter((path) => !existsSync(join(root, path)) || ignores(lines, path));
  });
}

interface Stage {
  folder: string;
  workdir: string;
}

export interface ImageLayout {
  /** The files of the image's working directory are here. */
  folder: string;
  /** Every user may run this Node, as in the base image. */
  node: string;
  /** Maps the instructions that are not about files, such as USER, ENV, EXPOSE, ENTRYPOINT and CMD, to their text. */
  settings: Map<string, string>;
  remove: () => void;
}

/** Each stage has its own folder: `/signalbox` of the image is `<stage>/signalbox`. */
export async function buildImageLayout(): Promise<ImageLayout> {
  const base = mkdtempSync(join(tmpdir(), 'signalbox-image-'));
  chmodSync(base, 0o755);
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const stages = new Map<string, Stage>();
  const settings = new Map<string, string>();
  let stage: Stage = { folder: base, workdir: '/' };
  const at = ({ folder, workdir }: Stage, path: string) =>
    path.startsWith('/') ? join(folder, path) : join(folder, workdir, path);

  const copyInto = (from: string, target: string, isIncluded: (source: string) => boolean) => {
    if (!existsSync(from)) throw new Error(`COPY: ${from} does not exist`);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true, filter: isIncluded });
  };

  const copy = (text: string) => {
    const [, source, list = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(text) ?? [];
    const paths = list.split(/\s+/);
    const target = paths.pop() ?? '';
    for (const path of paths) {
      const other = source === undefined ? undefined : stages.get(source);
      if (source !== undefined && !other) throw new Error(`COPY: there is no stage ${source}`);
      const from = other ? at(other, path) : join(root, path);
      const isIncluded = (one: string) =>
        other !== undefined || !ignores(ignored, relative(root, one));
      if (!isIncluded(from)) throw new Error(`COPY: .dockerignore excludes ${path}`);
      // A file goes below a target that ends with a slash; a folder is copied without its own name.
      const isBelow = target.endsWith('/') && globSync(join(from, '*')).length === 0;
      copyInto(from, at(stage, isBelow ? join(target, basename(path)) : target), isIncluded);
    }
  };

  const begin = (text: string) => {
    const [, image = '', name = 'image'] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(text) ?? [];
    const parent = stages.get(image);
    stage = { folder: join(base, name), workdir: parent?.workdir ?? '/' };
    if (parent) cpSync(parent.folder, stage.folder, { recursive: true, verbatimSymlinks: true });
    stages.set(name, stage);
  };

  const runCommand = async (text: string) => {
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: process.env['HOME'] };
    const options = { cwd: at(stage, '.'), env, timeout: RUN_TIMEOUT_MS };
    await promisify(execFile)('sh', ['-c', text], options);
  };

  const effects: Record<string, (text: string) => Promise<void>> = {
    FROM: async (text) => begin(text),
    COPY: async (text) => copy(text),
    RUN: runCommand,
    WORKDIR: async (text) => {
      stage.workdir = text;
      mkdirSync(at(stage, '.'), { recursive: true });
    },
  };
  try {
    for (const { name, text } of readInstructions(
      readFileSync(join(root, CONTAINERFILE), 'utf8'),
    )) {
      const effect = effects[name];
      if (effect) await effect(text);
      else settings.set(name, text);
    }
    const node = join(base, 'node');
    cpSync(process.execPath, node);
    chmodSync(node, 0o755);
    for (const [name, { folder }] of stages)
      if (name !== 'image') rmSync(folder, { recursive: true });
    return {
      folder: at(stage, '.'),
      node,
      settings,
      remove: () => rmSync(base, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(base, { recursive: true, force: true });
    throw error;
  }
}
