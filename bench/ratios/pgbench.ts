// Converts statements to a pgbench script and runs it.
import { execFile } from 'node:child_process';
import type { Statement } from './recorder.ts';
import type { Round } from './round.ts';

export interface Script {
  text: string;
  variables: Record<string, string>;
}

/** Replaces a recorded value with an expression that pgbench evaluates for each transaction. */
export type Replacements = Readonly<Record<string, string>>;

/** Makes recorded values parameters, except nulls and empty texts, which pgbench cannot express. */
export function scriptOf(
  prefix: string,
  statements: readonly Statement[],
  replacements: Replacements = {},
): Script {
  const variables: Record<string, string> = {};
  const lines = statements.map(({ text, values, isText }, statement) => {
    if (!isText)
      throw new Error(
        `A value of this statement is in binary form and cannot be repeated: ${text}`,
      );
    const filled = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1] ?? null;
      if (value === null) return 'null';
      if (value === '') return "''";
      const replacement = replacements[value];
      if (replacement !== undefined) return replacement;
      const name = `${prefix}_${statement}_${number}`;
      variables[name] = value;
      return `:${name}`;
    });
    // The service reads the row that an insert returns; here it becomes variables.
    return / returning /.test(filled) ? `${filled}\n\\gset made_` : `${filled};`;
  });
  return { text: lines.join('\n'), variables };
}

/** Picks one of the scripts at random, each equally likely. */
export function oneOfScripts(scripts: readonly Script[]): Script {
  const branches = scripts.map(
    ({ text }, index) => `\\${index === 0 ? 'if' : 'elif'} :which = ${index}\n${text}`,
  );
  return {
    text: [`\\set which random(0, ${scripts.length - 1})`, ...branches, '\\endif'].join('\n'),
    variables: Object.assign({}, ...scripts.map(({ variables }) => variables)),
  };
}

/** pgbench is next to the pg_dump that `npm run services` names. */
function command(): [string, ...string[]] {
  const words = process.env['PG_DUMP']?.replace(/pg_dump$/, 'pgbench').split(' ');
  if (!words?.[0]) throw new Error('PG_DUMP is not set: run `npm run services`.');
  return words as [string, ...string[]];
}

const numberAfter = (text: string, label: RegExp): number => {
  const found = label.exec(text)?.[1];
  if (found === undefined) throw new Error(`pgbench did not print ${label.source}:\n${text}`);
  return Number(found);
};

export async function runPgbench(
  url: string,
  { text, variables }: Script,
  clients: number,
  seconds: number,
): Promise<Round> {
  const [file, ...words] = command();
  const given = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  // The script is passed on standard input, because pgbench may run in a chroot without our files.
  const how = `-n -M prepared -c ${clients} -j ${Math.min(2, clients)} -T ${seconds} -f -`.split(
    ' ',
  );
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(file, [...words, ...how, ...given, url], (error, stdout, stderr) =>
      error ? reject(new Error(`pgbench: ${stderr}`)) : resolve(stdout),
    );
    child.stdin?.end(`${text}\n`);
  });
  return {
    done: numberAfter(output, /actually processed: (\d+)/),
    perSecond: numberAfter(output, /tps = ([\d.]+)/),
    failed: numberAfter(output, /failed transactions: (\d+)/),
  };
}
