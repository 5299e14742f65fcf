import { describe, expect, it, test } from '@jest/globals';
import { encodeMappings } from '../../../../../testing/source-maps/encode-mappings.ts';
import { MapFault } from '../parsing/map-fault.ts';
import { MapTable } from '../reading/map-table.ts';
import { inMemory } from '../reading/table-bytes.ts';
import { buildMapTable } from './build-map-table.ts';

const sound = { version: 3, sources: ['a.ts'], names: ['x'], mappings: 'AAAAA' };
const withMappings = (mappings: unknown) => ({ ...sound, mappings });
const section = (map: unknown, line: unknown = 0) => ({ offset: { line, column: 0 }, map });
const open = (json: string) => MapTable.open(inMemory(buildMapTable(json)));

describe('a broken source map', () => {
  test.each<[unknown, RegExp]>([
    [[], /no JSON object/],
    [null, /no JSON object/],
    [{}, /version 3/],
    [{ ...sound, version: 2 }, /version 3/],
    [withMappings(undefined), /no `mappings`/],
    [withMappings([]), /no `mappings`/],
    [{ ...sound, sources: undefined }, /no `sources`/],
    [{ ...sound, names: {} }, /`names` is no list/],
    [withMappings('A!'), /line 1: a character is no Base64 digit/],
    [withMappings('ä'), /no Base64 digit/],
    [withMappings(';;A A'), /line 3: a character is no Base64 digit/],
    [withMappings('AA'), /ends too early/],
    [withMappings('AAA'), /ends too early/],
    [withMappings('AAAAAA'), /more than five fields/],
    [withMappings('g'), /ends too early/],
    [withMappings('D'), /negative/],
    [withMappings('AADA'), /negative/],
    [withMappings('ggggggggC'), /too large/],
    [withMappings('//////f'), /too large/],
    [withMappings(encodeMappings([[[2 ** 28 + 1]]])), /too large/],
    [withMappings('ACAA'), /name a source that is not there, at generated line 1/],
    [withMappings(';AAAAC'), /name a name that is not there, at generated line 2/],
    [{ version: 3, sections: {} }, /`sections` is no list/],
    [{ version: 3, sections: [null] }, /no object/],
    [{ version: 3, sections: [section(undefined)] }, /no `map`/],
    [{ version: 3, sections: [section({ version: 3, sections: [] })] }, /sections itself/],
    [{ version: 3, sections: [section(sound, -1)] }, /no line and column/],
    [{ version: 3, sections: [section(sound, 2 ** 30)] }, /no line and column/],
    [{ version: 3, sections: [section(sound, '1')] }, /no line and column/],
    [{ version: 3, sections: [section(sound, 1), section(sound, 0)] }, /not in the order/],
    [{ version: 3, sections: [{ offset: { line: 0, column: 0 }, url: 'a.map' }] }, /fetched/],
    [{ version: 3, sections: Array(10_001).fill(0) }, /more than 10,000 sections/],
    [{ version: 3, sections: [section(withMappings('ACAA'))] }, /source that is not there/],
    [{ ...sound, sources: Array(1_000_001).fill(0) }, /more than 1,000,000 sources/],
    [{ ...sound, names: Array(4_000_001).fill(0) }, /more than 4,000,000 names/],
    [{ ...sound, sources: Array(20_000).fill(''), sourceRoot: 'x'.repeat(9_999) }, /too long/],
  ])('is refused with its reason: map %#', (map, reason) => {
    let fault: unknown;
    try {
      buildMapTable(JSON.stringify(map));
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(MapFault);
    expect((fault as MapFault).reason).toMatch(reason);
  });

  test.each(['', '{', '<html>', ")]}'", '['.repeat(100_000), '\0'])(
    'is refused when it is no JSON: text %#',
    (text) => {
      expect(() => buildMapTable(text)).toThrow(MapFault);
    },
  );

  it.each(['[', '{},'])('is refused for a million of %s', (container) => {
    const json = `{"a\\\\":"\\"[","b":[${container.repeat(1_000_000)}`;
    expect(() => buildMapTable(json)).toThrow(/more objects and lists/);
  });

  it('is refused for more than 20 million segments', () => {
    const json = JSON.stringify(withMappings('A,'.repeat(20_000_001)));
    expect(() => buildMapTable(json)).toThrow(/more than 20 million segments/);
  });
});

test.each([
  ['a guard', `)]}'\n${JSON.stringify(sound)}`],
  ['a guard without a line of its own', `)]}'${JSON.stringify(sound, null, 1)}`],
  ['a byte order mark', `\u{FEFF}${JSON.stringify(sound)}`],
  ['a version that is a text', JSON.stringify({ ...sound, version: '3' })],
  [
    'any number of brackets in texts',
    JSON.stringify({ ...sound, sourcesContent: ['\\"[{'.repeat(600_000), '\\'] }),
  ],
  ['empty segments', JSON.stringify(withMappings('AAAAA,,;,'))],
])('buildMapTable tolerates %s', (_, json) => {
  expect(open(json).find(1, 1)).toEqual({
    source: 'a.ts',
    sourceIndex: 0,
    isIgnored: false,
    line: 1,
    column: 1,
    name: 'x',
  });
});

test.each(['ignoreList', 'x_google_ignoreList'])(
  'buildMapTable marks sources as ignored by %s',
  (field) => {
    const mappings = encodeMappings([
      [
        [0, 0, 0, 0],
        [1, 1, 0, 0],
      ],
    ]);
    const table = open(
      JSON.stringify({ version: 3, sources: ['a', 'b'], mappings, [field]: [1, 7, null] }),
    );
    expect(table.find(1, 1)?.isIgnored).toBe(false);
    expect(table.find(1, 2)?.isIgnored).toBe(true);
  },
);

it('buildMapTable drops values that are no text, and repairs broken texts', () => {
  const map = {
    version: 3,
    file: 7,
    debugId: 'no uuid',
    sourceRoot: [],
    sources: [{ toString: 1 }, '\uD800.ts'],
    names: [null, '\uDC00'],
    sourcesContent: [7, '\uD83D'],
    mappings: encodeMappings([
      [
        [0, 0, 0, 0, 0],
        [1, 1, 0, 0, 1],
      ],
    ]),
  };
  const table = open(JSON.stringify(map));
  expect(table.readFacts()).toEqual({ sourceCount: 2, segmentCount: 2 });
  expect(table.find(1, 1)?.name).toBeUndefined();
  expect(table.find(1, 1)?.source).toBe('');
  expect(table.find(1, 2)).toMatchObject({ source: '\u{FFFD}.ts', name: '\u{FFFD}' });
  expect(table.context(0, 1)).toBeUndefined();
  expect(table.context(1, 1)?.line).toBe('\u{FFFD}');
});

it('buildMapTable stores small and large numbers', () => {
  const large = 2 ** 28;
  const sources = Array.from({ length: 300 }, (_, index) => `${index}.ts`);
  const names = Array.from({ length: 70_000 }, (_, index) => `n${index}`);
  const mappings = encodeMappings([
    [
      [0, 299, 0, 70_000, 69_999],
      [large, 0, large, 0],
    ],
  ]);
  const table = open(JSON.stringify({ version: 3, sources, names, mappings }));
  expect(table.find(1, large)).toMatchObject({ source: '299.ts', column: 70_001, name: 'n69999' });
  expect(table.find(1, large + 1)).toMatchObject({ source: '0.ts', line: large + 1, column: 1 });
});
