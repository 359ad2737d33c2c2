// Reads the imports of sources, for the tests of the architecture.
import { dirname, join, normalize } from 'node:path';

/** Maps the path of each file to its text. */
export type Sources = ReadonlyMap<string, string>;

/** The tests read the same sources again for each planted violation. */
export function remember<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text) as T;
  };
}

export const importsOf = remember((text): readonly string[] =>
  [
    ...text.matchAll(
      /^(?:import|export)\b[^'"]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
);

const DECLARATION =
  /^(?:import(?! ')|export|const|let|type|interface|declare|enum|(?:async )?function|(?:abstract )?class)\b/;

/**
 * Returns the first lines of statements that do something when the module is imported. In formatted code they begin at
 * the start of a line, where a declaration that continues has only its end. An odd number of backticks before a line
 * means that it is inside a template literal.
 */
export const effectsOf = remember((text): readonly string[] => {
  let isInText = false;
  return text.split('\n').filter((line) => {
    const isStatement = !isInText && /^[\w$('"]/.test(line) && !DECLARATION.test(line);
    if (line.replaceAll('\\`', '').split('`').length % 2 === 0) isInText = !isInText;
    return isStatement;
  });
});

/** Resolves a relative import to a path. */
export const targetOf = (from: string, specifier: string): string =>
  targetIn(dirname(from))(specifier);
const targetIn = remember((folder) => remember((specifier) => normalize(join(folder, specifier))));

/** Finds each import that leads back to a file from which it was reached. */
export function cyclesOf(sources: Sources): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, chain: readonly string[]): void => {
    if (chain.includes(path)) {
      found.push(`import cycle: ${[...chain.slice(chain.indexOf(path)), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const target of importsOf(sources.get(path) ?? '')) {
      const to = targetOf(path, target);
      if (target.startsWith('.') && sources.has(to)) visit(to, [...chain, path]);
    }
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
  return found;
}

export function crowdedFolders(sources: Sources, mostIn: (folder: string) => number): string[] {
  const folders = Map.groupBy(sources.keys(), dirname);
  return [...folders].flatMap(([folder, files]) =>
    files.length > mostIn(folder)
      ? [`${folder}: ${files.length} files, at most ${mostIn(folder)}`]
      : [],
  );
}
