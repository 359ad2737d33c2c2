// `node tools/release-notes.ts VERSION` prints the notes of a release from CHANGELOG.md. It fails if the version has none.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the section of a version without its heading; undefined if it is missing or empty. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const isOf = (section: string) => section.startsWith(`[${version}]`);
  const section = sections.find(isOf);
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes === '' ? undefined : notes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , version = ''] = process.argv;
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const notes = releaseNotes(changelog, version);
  if (notes === undefined) {
    console.error(
      `CHANGELOG.md has no notes in a section [${version}]; add them before the release.`,
    );
    process.exitCode = 1;
  } else console.log(notes);
}
