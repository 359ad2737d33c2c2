// `node tools/release-notes.ts VERSION` prints the notes of a release from CHANGELOG.md. It fails if the version has none.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** People read about 250 words in a minute, and the notes of a release should take two. */
const MAX_WORDS = 500;

/** The first release cannot have these parts of Keep a Changelog. */
const COMPARES_VERSIONS = /^### (?:Changed|Deprecated|Removed|Fixed|Security)$/m;

/** Returns the sections of all versions with their headings, the newest first. */
const sectionsOf = (changelog: string): string[] => changelog.split(/^## /m).slice(1);

const sectionOf = (changelog: string, version: string): string | undefined =>
  sectionsOf(changelog).find((section) => section.startsWith(`[${version}]`));

/** Returns the section of a version without its heading; undefined if it is missing or empty. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const section = sectionOf(changelog, version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes === '' ? undefined : notes;
}

/** Returns one sentence for each reason not to release the version with these notes. */
export function releaseNotesFaults(changelog: string, version: string): string[] {
  const notes = releaseNotes(changelog, version);
  if (notes === undefined)
    return [`CHANGELOG.md has no notes in a section [${version}]; add them before the release.`];
  const section = sectionOf(changelog, version) ?? '';
  const isFirst = sectionsOf(changelog).at(-1) === section;
  const words = notes.split(/\s+/).length;
  return [
    ...(/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}\n/.test(section) ? [] : [`[${version}] has no date.`]),
    ...(words > MAX_WORDS ? [`[${version}] has ${words} words; the limit is ${MAX_WORDS}.`] : []),
    ...(isFirst && COMPARES_VERSIONS.test(notes)
      ? [`[${version}] is the first release: nobody had an earlier version to compare it with.`]
      : []),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , version = ''] = process.argv;
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const faults = releaseNotesFaults(changelog, version);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  } else console.log(releaseNotes(changelog, version));
}
