// `node tools/commit-subjects.ts` lists the commits whose subject has more than 72 characters, beginning with the commit
// that added this file: longer subjects are cut by `git log --oneline` in a terminal and by most web pages.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAX_SUBJECT_CHARACTERS = 72;
export const CHECK = 'tools/commit-subjects.ts';

export interface Commit {
  id: string;
  subject: string;
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/**
 * The commit is found by the file, because a commit cannot contain its own hash and a rebase changes it. In a shallow
 * clone whose oldest commit has the file already, git says that this commit added it, so all commits there are checked.
 */
const firstCheckedCommit = (folder: string): string | undefined =>
  git(folder, 'log', '--follow', '--diff-filter=A', '--format=%H', '--', CHECK).split('\n').at(-1);

/** Merge commits are left out: the server that merges writes their subjects. */
export function checkedCommits(folder: string): Commit[] {
  const first = firstCheckedCommit(folder);
  if (!first) return [];
  // `^@` stands for all parents, of which the oldest commit of a shallow clone has none.
  return git(folder, 'log', '--no-merges', '--format=%H %s', 'HEAD', '--not', `${first}^@`)
    .split('\n')
    .map((line) => ({ id: line.slice(0, 12), subject: line.slice(line.indexOf(' ') + 1) }));
}

/** Characters are counted, not UTF-16 units or bytes. */
export const subjectFaults = (commits: readonly Commit[]): string[] =>
  commits
    .map(({ id, subject }) => ({ id, subject, length: Array.from(subject).length }))
    .filter(({ length }) => length > MAX_SUBJECT_CHARACTERS)
    .map(
      ({ id, subject, length }) =>
        `${id}: the subject has ${length} characters, at most ${MAX_SUBJECT_CHARACTERS} are allowed: ${subject}`,
    );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const commits = checkedCommits(fileURLToPath(new URL('../', import.meta.url)));
  const faults = subjectFaults(commits);
  console.log([...faults, `${commits.length} commits checked`].join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}
