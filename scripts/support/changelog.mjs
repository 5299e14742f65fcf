import { Failure } from './failure.mjs';

/**
 * Returns the notes of a release: the section of its version in the change log, without the
 * heading. Throws when the tag, the package's version and the change log do not agree.
 *
 * @param {{ tag: string, version: string, changelog: string }} release
 */
export function readReleaseNotes({ tag, version, changelog }) {
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) throw new Failure(`The tag ${tag} is not of the form v1.2.3.`);
  if (tag !== `v${version}`) {
    throw new Failure(`The tag is ${tag}, and package.json has the version ${version}.`);
  }
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}] - `));
  if (!section) throw new Failure(`CHANGELOG.md has no section “## [${version}] - <date>”.`);
  const [heading, ...lines] = section.split('\n');
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) {
    throw new Failure(`The section of ${version} in CHANGELOG.md has no date.`);
  }
  const notes = lines
    .filter((line) => !/^\[[^\]]+\]: /.test(line))
    .join('\n')
    .trim();
  if (notes === '') throw new Failure(`The section of ${version} in CHANGELOG.md is empty.`);
  return `${notes}\n`;
}
