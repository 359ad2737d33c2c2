// Completion scripts are made of tables: for each place in a command line, the values that may stand there.
import { type Command, globalOptions, type OptionSpec, type OptionSpecs } from '../command.ts';

/** A candidate is a word that may stand in a place, with its meaning. */
export type Candidate = readonly [word: string, meaning: string];

export interface Place {
  candidates: readonly Candidate[];
  /** The name of a file may stand there instead. */
  isFile?: boolean;
  /** Several candidates are separated by commas. */
  isList?: boolean;
}

export type Places = Readonly<Record<string, Place>>;

const optionCandidates = (options: OptionSpecs): Candidate[] =>
  Object.entries(options).map(([name, { summary }]) => [`--${name}`, summary]);

export const globalCandidates: readonly Candidate[] = optionCandidates(globalOptions);

/** Each option that takes a value; the word after it is no command and no argument. */
export const valuedOptions = (commands: readonly Command[]): string[] => {
  const all = [globalOptions, ...commands.map(({ options = {} }) => options)];
  const names = all.flatMap((options) =>
    Object.keys(options).filter((name) => options[name]?.value !== undefined),
  );
  return [...new Set(names)].map((name) => `--${name}`);
};

export const twoWordPaths = (commands: readonly Command[]): string[] =>
  commands.map(({ path }) => path).filter((path) => path.includes(' '));

/** The key is the command. */
export const optionPlaces = (commands: readonly Command[]): Places =>
  Object.fromEntries(
    commands.flatMap(({ path, options = {} }) =>
      Object.keys(options).length > 0 ? [[path, { candidates: optionCandidates(options) }]] : [],
    ),
  );

const valuePlace = ({ choices, isFile, isList = false }: OptionSpec): Place | undefined => {
  if (choices) return { candidates: choices.map((choice) => [choice, '']), isList };
  return isFile ? { candidates: [], isFile } : undefined;
};

/** The key is the command and the option, such as `incidents list --state`. */
export const valuePlaces = (commands: readonly Command[]): Places =>
  Object.fromEntries(
    commands.flatMap(({ path, options = {} }) =>
      Object.entries(options).flatMap(([name, spec]) => {
        const place = valuePlace(spec);
        return place ? [[`${path} --${name}`, place]] : [];
      }),
    ),
  );

/** Returns the words that follow a word: the verbs of a group, with their meaning. */
function wordPlaces(commands: readonly Command[]): Places {
  const groups = new Map<string, Candidate[]>();
  for (const { path, summary } of commands) {
    const [first = '', second] = path.split(' ');
    const verbs = groups.get(first) ?? [];
    groups.set(first, verbs);
    if (second !== undefined) verbs.push([second, summary]);
  }
  const summaryOf = (word: string, verbs: readonly Candidate[]): string =>
    commands.find(({ path }) => path === word)?.summary ?? verbs.map(([verb]) => verb).join(', ');
  const firsts = [...groups].map(([word, verbs]): Candidate => [word, summaryOf(word, verbs)]);
  const seconds = [...groups].flatMap(([word, verbs]) =>
    verbs.length > 0 ? [[`${word} 1`, { candidates: verbs }]] : [],
  );
  return { ' 0': { candidates: firsts }, ...(Object.fromEntries(seconds) as Places) };
}

/** The key is the command and the number of words before, such as `export 1`; ` 0` is the first word. */
export const argumentPlaces = (commands: readonly Command[]): Places => ({
  ...wordPlaces(commands),
  ...Object.fromEntries(
    commands.flatMap(({ path, args = [] }) =>
      args.flatMap((spec, index) => {
        const place = valuePlace(spec);
        return place ? [[`${path} ${path.split(' ').length + index}`, place]] : [];
      }),
    ),
  ),
});

/** A text in single quotes, which a shell takes as it is. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the branches of a `case`; places with the same statements share one. */
export function branches(
  places: Places,
  statements: (place: Place) => string,
  head: (patterns: string) => string,
): string {
  const patterns = new Map<string, string[]>();
  for (const [key, place] of Object.entries(places)) {
    const text = statements(place);
    patterns.set(text, [...(patterns.get(text) ?? []), quote(key)]);
  }
  return [...patterns].map(([text, keys]) => `      ${head(keys.join('|'))} ${text} ;;`).join('\n');
}
