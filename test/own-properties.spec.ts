import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const TABLE =
  /^(?:export )?const (\w+): (?:Readonly<)?Record<string,(?:(?!;\n)[^])*? = \{\s*[^\s}]/gm;

/** Finds constants with text keys that are read by `[name]` without a look at own properties. */
function listUnsafe(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(TABLE)].flatMap(([, name = '']) => {
      const read = new RegExp(String.raw`(?<![.\w])${name}(?:\?\.)?\[(?!['"\d])`);
      const imported = new RegExp(String.raw`import[^;]*\b${name}\b`);
      const readers = texts.filter((each) => each === text || imported.test(each));
      const isUnsafe = (each: string) => read.test(each) && !each.includes(`hasOwn(${name},`);
      return readers.some(isUnsafe) ? name : [];
    }),
  );
}

describe('Tables that words look up', () => {
  it('are read by their own properties alone', () => {
    const texts = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\/src\/|^product\//.test(path) && /(?<!\.spec|\.d)\.tsx?$/.test(path))
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    );
    expect(listUnsafe(texts)).toEqual([]);
  });

  it('are found in their file and where they are imported', () => {
    const table = "export const SORTS: Readonly<Record<string, () => string>> = { a: () => '' };\n";
    const other = "import { SORTS } from './sorts.ts';\n";
    expect(listUnsafe([`${table}SORTS[word]`])).toEqual(['SORTS']);
    expect(listUnsafe([table, `${other}SORTS[word]`])).toEqual(['SORTS']);
    expect(listUnsafe([`${table}Object.hasOwn(SORTS, word) && SORTS[word]`])).toEqual([]);
  });
});
