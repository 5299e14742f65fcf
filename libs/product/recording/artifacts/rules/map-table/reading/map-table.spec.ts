import { FlattenMap, isIgnored, originalPositionFor } from '@jridgewell/trace-mapping';
import { describe, expect, it, test } from '@jest/globals';
import { encodeMappings } from '../../../../../testing/source-maps/encode-mappings.ts';
import { randomFrom } from '../../../../../testing/source-maps/random-from.ts';
import type { TestMap } from '../../../../../testing/source-maps/test-maps.ts';
import {
  joinMaps,
  minifySources,
  randomMap,
} from '../../../../../testing/source-maps/test-maps.ts';
import { buildMapTable } from '../building/build-map-table.ts';
import { TableFault } from '../format/table-fault.ts';
import { MapTable } from './map-table.ts';
import type { TableBytes } from './table-bytes.ts';
import { inMemory } from './table-bytes.ts';

const POSITIONS = 2000;

const open = (map: object) => MapTable.open(inMemory(buildMapTable(JSON.stringify(map))));

describe('MapTable.find', () => {
  const minified = minifySources();
  const sorted = randomMap(1, { isSorted: true });
  const unsorted = randomMap(2, { isSorted: false });

  test.each<[string, TestMap]>([
    ...minified.map((map, index): [string, TestMap] => [`minified source ${index}`, map]),
    ['random segments', sorted],
    ['unsorted segments', unsorted],
    ['sections of minified sources', joinMaps(minified)],
    ['sections of random segments', joinMaps([sorted, unsorted, sorted])],
  ])('finds the same places as trace-mapping for %s', (_, { json, lineLengths }) => {
    const reference = new FlattenMap(json);
    const table = MapTable.open(inMemory(buildMapTable(json)));
    const random = randomFrom(3);
    const positions = Array.from({ length: POSITIONS }, () => {
      const index = random(lineLengths.length);
      return { line: index + 1, column: random((lineLengths[index] ?? 0) + 10) };
    });
    const found = positions.map(({ line, column }) => table.find(line, column + 1));
    const wanted = positions.map((position) => originalPositionFor(reference, position));
    expect(found.map((each) => each && [each.source, each.line, each.column, each.name])).toEqual(
      wanted.map((each) =>
        each.source === null
          ? undefined
          : [each.source, each.line, each.column + 1, each.name ?? undefined],
      ),
    );
    expect(found.map((each) => each?.isIgnored ?? false)).toEqual(
      wanted.map(({ source }) => source !== null && isIgnored(reference, source)),
    );
  });
});

it('MapTable.find finds nothing for positions without a mapping', () => {
  const mappings = encodeMappings([[[4, 0, 0, 0], [8]], [], [[0, 0, 1, 2, 0]]]);
  const table = open({ version: 3, sources: [null], names: ['x'], mappings });
  expect(table.find(1, 4)).toBeUndefined();
  expect(table.find(1, 5)).toMatchObject({ source: '', sourceIndex: 0, line: 1, column: 1 });
  expect(table.find(1, 9)).toBeUndefined();
  expect(table.find(2, 1)).toBeUndefined();
  expect(table.find(3, 1_000_000)).toMatchObject({ line: 2, column: 3, name: 'x' });
  expect(table.find(4, 1)).toBeUndefined();
  for (const odd of [0, -1, 1.5, NaN, Infinity]) {
    expect(table.find(odd, 5)).toBeUndefined();
    expect(table.find(1, odd)).toBeUndefined();
  }
});

it('MapTable.find reads little of a line of 100,000 segments', () => {
  const line = Array.from({ length: 100_000 }, (_, index) => [index * 3, 0, index, 0]);
  const bytes = buildMapTable(
    JSON.stringify({ version: 3, sources: ['a'], mappings: encodeMappings([line]) }),
  );
  const lengths: number[] = [];
  const counting: TableBytes = {
    length: bytes.length,
    read(offset, length) {
      lengths.push(length);
      return bytes.subarray(offset, offset + length);
    },
  };
  expect(MapTable.open(counting).find(1, 210_002)).toMatchObject({ line: 70_001 });
  expect(lengths.length).toBeLessThan(30);
  expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(300);
});

describe('MapTable.context', () => {
  const contextOf = (content: string, line: number, options = {}) =>
    open({ version: 3, sources: ['a'], sourcesContent: [content], mappings: '' }).context(
      0,
      line,
      options,
    );

  test.each([
    ['LF', 'a\nb\nc\nd'],
    ['LF at the end', 'a\nb\nc\nd\n'],
    ['CRLF', 'a\r\nb\r\nc\r\nd\r\n'],
    ['CR', 'a\rb\rc\rd'],
  ])('splits a source whose lines end by %s', (_, content) => {
    expect(contextOf(content, 3, { around: 1 })).toEqual({
      before: ['b'],
      line: 'c',
      after: ['d'],
    });
    expect(contextOf(content, 1)).toEqual({ before: [], line: 'a', after: ['b', 'c', 'd'] });
    expect(contextOf(content, 4)).toEqual({ before: ['a', 'b', 'c'], line: 'd', after: [] });
    for (const line of [0, 5, -1, NaN]) expect(contextOf(content, line)).toBeUndefined();
  });

  it('returns lines of sources with content alone', () => {
    const table = open({
      version: 3,
      sources: ['a', 'b', 'c'],
      sourcesContent: [null, 'ä\n𝒳 \uD800\n'],
      mappings: '',
    });
    expect(table.context(0, 1)).toBeUndefined();
    expect(table.context(1, 2)).toEqual({ before: ['ä'], line: '𝒳 \u{FFFD}', after: [] });
    expect(table.context(1, 3)).toBeUndefined();
    for (const index of [2, 3, -1, 0.5]) expect(table.context(index, 1)).toBeUndefined();
  });

  test.each([
    ['ASCII', '.', 5_000],
    ['two bytes', 'ä', 5_000],
    ['three bytes', '名', 5_000],
    ['pairs', '😀', 2_500],
    ['a short line', '.', 1_100],
  ])('cuts a long line around its column: %s', (_, filling, count) => {
    const half = filling.repeat(count / 2);
    const content = `x\n${half}HERE${half}\nz`;
    const cut = contextOf(content, 2, { column: half.length + 1 });
    expect(cut).toMatchObject({ before: ['x'], after: ['z'] });
    expect(cut?.line).toMatch(/^….*HERE.*…$/u);
    expect(cut?.line.length).toBeLessThanOrEqual(1000);
    expect(cut?.line.length).toBeGreaterThan(990);
    expect(cut?.line.isWellFormed()).toBe(true);

    expect(contextOf(content, 1)?.after[0]).toMatch(/^[^…].*…$/u);
    const atEnd = contextOf(content, 2, { column: half.length * 2 + 4 });
    expect(atEnd?.line).toMatch(/^….*[^…]$/u);
  });

  it('shows the start of a line when the column is too far to look for', () => {
    const content = `ä${'.'.repeat(200_000)}`;
    expect(contextOf(content, 1, { column: 150_000 })?.line).toMatch(/^ä\.+…$/);
  });
});

it('MapTable.readFacts returns the file name and debug id of the map', () => {
  const debugId = 'A3C5D7E9-0123-4567-89AB-CDEF01234567';
  const map = { version: 3, file: 'größe.js', debug_id: debugId, sources: ['a'], mappings: 'AAAA' };
  expect(open(map).readFacts()).toEqual({
    sourceCount: 1,
    segmentCount: 1,
    file: 'größe.js',
    debugId: debugId.toLowerCase(),
  });
  expect(open({ version: 3, sources: [], mappings: '' }).readFacts()).toEqual({
    sourceCount: 0,
    segmentCount: 0,
  });
});

describe('a damaged map table', () => {
  const { json } = randomMap(4, { isSorted: true });
  const withContent = {
    ...(JSON.parse(json) as object),
    sourcesContent: ['a\nb', 'ü\n'.repeat(50)],
  };
  const sound = buildMapTable(JSON.stringify(withContent));

  const ask = (bytes: Uint8Array, random: (below: number) => number) => {
    const table = MapTable.open({
      length: bytes.length,
      read(offset, length) {
        if (!(offset >= 0 && length > 0 && offset + length <= bytes.length && length <= 12_288)) {
          throw new RangeError(`read ${length} bytes at ${offset}`);
        }
        return bytes.subarray(offset, offset + length);
      },
    });
    table.readFacts();
    for (let count = 0; count < 4; count += 1) table.find(random(40) + 1, random(300) + 1);
    for (let index = 0; index < 3; index += 1) table.context(index, random(60) + 1);
  };

  const isHarmless = (bytes: Uint8Array, random: (below: number) => number) => {
    try {
      ask(bytes, random);
    } catch (error) {
      if (!(error instanceof TableFault)) throw error;
    }
  };

  it('is refused when it is cut, at any byte', () => {
    for (let count = 0; count < 200; count += 1) {
      const end = Math.floor((sound.length * count) / 200);
      expect(() => MapTable.open(inMemory(sound.subarray(0, end)))).toThrow(TableFault);
    }
  });

  it('causes no read out of bounds, and no endless reading', () => {
    const random = randomFrom(5);
    for (let count = 0; count < 2000; count += 1) {
      const bytes = sound.slice();
      // The header is small, so a random place is seldom in it.
      const at = random(count % 4 === 0 ? 56 : bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 + random(255));
      isHarmless(bytes, random);
    }
    for (let count = 0; count < 50; count += 1) {
      isHarmless(
        sound.map((byte, index) => (index < 56 ? byte : random(256))),
        random,
      );
    }
  });

  it('causes a TableFault when a read returns too few bytes', () => {
    const table = MapTable.open({
      length: sound.length,
      read: (offset, length) => sound.subarray(offset, offset < 56 ? offset + length : offset),
    });
    expect(() => table.find(1, 300)).toThrow(TableFault);
  });
});
