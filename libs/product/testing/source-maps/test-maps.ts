import { transformSync } from '@swc/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSegment } from './encode-mappings.ts';
import { encodeMappings } from './encode-mappings.ts';
import { randomFrom } from './random-from.ts';

const SOURCES = join(import.meta.dirname, '../../recording/artifacts/rules/map-table/reading');

export interface TestMap {
  readonly json: string;
  readonly lineLengths: readonly number[];
}

export function minifySources(): readonly TestMap[] {
  return readdirSync(SOURCES)
    .filter((file) => !file.endsWith('.spec.ts'))
    .toSorted()
    .map((file) => {
      const { code, map = '' } = transformSync(readFileSync(join(SOURCES, file), 'utf8'), {
        swcrc: false,
        configFile: false,
        filename: file,
        sourceMaps: true,
        minify: true,
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2022',
          minify: { compress: true, mangle: { toplevel: true } },
        },
      });
      return { json: map, lineLengths: code.split('\n').map(({ length }) => length) };
    });
}

const RANDOM_LINE_LENGTH = 300;

/**
 * Makes a source map with segments of every length at random columns, some of them at the same
 * column.
 */
export function randomMap(seed: number, { isSorted }: { readonly isSorted: boolean }): TestMap {
  const random = randomFrom(seed);
  const lines = Array.from({ length: 40 }, (_, line) => {
    const count = line % 7 === 3 ? 0 : random(60);
    const segments = Array.from({ length: count }, () => randomSegment(random));
    return isSorted ? segments.toSorted(([a = 0], [b = 0]) => a - b) : segments;
  });
  const map = {
    version: 3,
    sources: ['a.ts', '../b.ts', 'webpack://app/./c.ts'],
    names: ['eins', 'zwei', 'größer', '名前', '😀'],
    ignoreList: [1],
    mappings: encodeMappings(lines),
  };
  return { json: JSON.stringify(map), lineLengths: lines.map(() => RANDOM_LINE_LENGTH) };
}

function randomSegment(random: (below: number) => number): TestSegment {
  const segment = [random(RANDOM_LINE_LENGTH), random(3), random(70_000), random(500), random(5)];
  return segment.slice(0, [1, 4, 5, 5][random(4)]);
}

/**
 * Joins maps as sections of one map. A map of several lines loses the end of its last line, because
 * the next section begins there.
 */
export function joinMaps(parts: readonly TestMap[]): TestMap {
  let line = 0;
  const lineLengths: number[] = [];
  const sections = parts.map((part, index) => {
    const column = index === 0 ? 0 : 100;
    const section: unknown = { offset: { line, column }, map: JSON.parse(part.json) };
    line += Math.max(1, part.lineLengths.length - 1);
    lineLengths.push(...part.lineLengths);
    return section;
  });
  return { json: JSON.stringify({ version: 3, sections }), lineLengths };
}
