// node tools/release-notes.ts VERSION: the notes of a release, from CHANGELOG.md. Fails if the version has none.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The section of a version without its heading; undefined if there is none or it is empty. */
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
    console.error(`CHANGELOG.md has no section [${version}].`);
    process.exitCode = 1;
  } else console.log(notes);
}
