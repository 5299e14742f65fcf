import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeMappings } from '../../../testing/source-maps/encode-mappings.ts';
import { bundleOf, packBundle } from '../../../testing/source-maps/test-bundles.ts';
import { writeZip } from '../../../testing/source-maps/write-zip.ts';
import { inMemory, MapTable } from '../rules/index.ts';
import { unpackBundle } from './unpack-bundle.ts';

const ID = '7b1e7a0c-1e5d-4c0e-9d0a-0123456789ab';
const MIB = 1024 * 1024;

const toMap = (mappings: string, sources = ['../src/cart.ts']) =>
  JSON.stringify({ version: 3, sources, names: [], mappings });
const GOOD = toMap('AAAA');
const manifest = (files: object) => ({ name: 'manifest.json', body: JSON.stringify({ files }) });
const mapFile = (body?: string) => ({ type: 'source_map' as const, ...(body ? { body } : {}) });

describe('an uploaded bundle', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errata-unpack-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function unpack(zip: Buffer, { roomBytes = Infinity, memoryBytes = Infinity } = {}) {
    const path = join(folder, 'bundle.zip');
    await writeFile(path, zip);
    return unpackBundle({ path, folder, roomBytes }, async () => memoryBytes);
  }

  async function findPlace(checksum: string | undefined, line: number, column: number) {
    const bytes = await readFile(join(folder, checksum ?? ''));
    return MapTable.open(inMemory(bytes)).find(line, column);
  }

  it('is read with or without a header before its zip', async () => {
    const files = packBundle({
      release: 'shop@1.0',
      dist: '7',
      files: {
        '_/_/app.js': {
          type: 'minified_source',
          url: '~/app.js',
          headers: { 'debug-id': ID, Sourcemap: 'app.js.map' },
          body: 'a()',
        },
        '_/_/app.js.map': { ...mapFile(GOOD), url: '~/app.js.map', headers: { 'Debug-Id': ID } },
        '_/_/src/cart.ts': { type: 'source', body: 'addUp()' },
      },
    });
    for (const before of [Buffer.alloc(0), Buffer.from('SYSB\u0001\0\0\0')]) {
      const unpacked = await unpack(writeZip(files, before));
      const mapChecksum = expect.stringMatching(/^[0-9a-f]{64}$/);
      expect(unpacked).toEqual({
        files: [
          { kind: 'source', url: '~/app.js', debugId: ID, mapUrl: 'app.js.map', bytes: 3 },
          { kind: 'map', url: '~/app.js.map', debugId: ID, mapChecksum, bytes: GOOD.length },
        ],
      });
      expect(await findPlace(unpacked.files[1]?.mapChecksum, 1, 1)).toMatchObject({
        source: '../src/cart.ts',
      });
    }
  });

  it('may have a map inside of a source file', async () => {
    const inline = Buffer.from(GOOD).toString('base64');
    const body = `a()\n//# sourceMappingURL=data:application/json;base64,${inline}\n//# debugId=${ID}\n`;
    const files = { '_/_/app.js': { type: 'minified_source' as const, body } };
    const unpacked = await unpack(writeZip(packBundle({ files })));
    expect(unpacked.files).toEqual([
      {
        kind: 'source',
        url: '~/app.js',
        debugId: ID,
        mapChecksum: expect.any(String),
        bytes: body.length,
      },
    ]);
  });

  it('gets the problem of a map without a debug id recorded at its source', async () => {
    const source = { type: 'minified_source' as const, body: 'a()', url: '~/a.js' };
    const files = {
      'a.js': { ...source, headers: { 'debug-id': ID, sourcemap: 'a.js.map' } },
      'a.js.map': { type: 'minified_source' as const, body: '{"version":3,', url: '~/a.js.map' },
    };
    const unpacked = await unpack(writeZip(packBundle({ files })));
    const [problem] = unpacked.files.flatMap((file) => (file.kind === 'map' ? file.problem : []));
    expect(problem).toBeDefined();
    expect(unpacked.files).toContainEqual(
      expect.objectContaining({ kind: 'source', debugId: ID, problem }),
    );
  });

  it('has the line of a second debug-id snippet removed from its map', async () => {
    const snippet = `;!function(){try{var e=globalThis;e._sentryDebugIdIdentifier="sentry-dbid-${ID}")}catch(e){}}();`;
    const url = `~/${ID}-0.js`;
    const headers = { 'debug-id': ID };
    const files = {
      'a.js.map': { ...mapFile(toMap(';AAAA')), url: `${url}.map`, headers },
      'a.js': {
        type: 'minified_source' as const,
        url,
        headers,
        body: `${snippet}\ne=\`sentry-dbid-${ID}\``,
      },
    };
    const unpacked = await unpack(writeZip(packBundle({ files })));
    expect(await findPlace(unpacked.files[1]?.mapChecksum, 1, 1)).toMatchObject({ line: 1 });
  });

  it.each([
    ['has no zip', Buffer.from('PK'), 'The bundle is not a zip file.'],
    ['is cut off', writeZip([manifest({})]).subarray(0, -30), 'The bundle is not a zip file.'],
    ['has no manifest', writeZip([]), 'The bundle has no manifest.json.'],
    [
      'has a broken manifest',
      writeZip([{ name: 'manifest.json', body: '{"files":' }]),
      'is not valid JSON',
    ],
    ['has another manifest', writeZip([manifest([])]), 'has no files'],
    [
      'lists a file that it does not contain',
      writeZip(packBundle({ files: { 'a.map': mapFile() } })),
      'The bundle has no file a.map, which it lists.',
    ],
    ['leads out of its folder', writeZip([{ name: '../../x', body: '' }]), 'The list of files'],
    ['leads to the root', writeZip([{ name: '/etc/x', body: '' }]), 'The list of files'],
    [
      'lists too many files',
      writeZip([
        manifest(Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}`, mapFile()]))),
      ]),
      'more than 20000 files',
    ],
    [
      'has too many files',
      writeZip(Array.from({ length: 20_002 }, (_, n) => ({ name: `${n}`, body: '' }))),
      'more than 20000 files',
    ],
    [
      'has a file of 100 MB that says 1 kB',
      writeZip([
        manifest({ 'a.map': mapFile() }),
        { name: 'a.map', body: Buffer.alloc(100 * MIB), saidBytes: 1024 },
      ]),
      'The file a.map of the zip cannot be read.',
    ],
    [
      'has a file that is shorter than it says',
      writeZip([manifest({ 'a.map': mapFile() }), { name: 'a.map', body: 'x', saidBytes: 1024 }]),
      'The file a.map of the zip cannot be read.',
    ],
    [
      'has a file that says 65 MiB',
      writeZip([
        manifest({ 'a.map': mapFile() }),
        { name: 'a.map', body: 'x', saidBytes: 65 * MIB },
      ]),
      'The file a.map is larger than 64 MiB.',
    ],
    [
      'has a file that says 10 GB',
      writeZip([
        manifest({ 'a.map': mapFile() }),
        { name: 'a.map', body: 'x', saidBytes: 10 * 1024 * MIB },
      ]),
      'larger than 2 GiB together',
    ],
  ])('is refused with a reason when it %s', async (_, zip, sentence) => {
    await expect(unpack(zip)).rejects.toMatchObject({
      name: 'BundleFault',
      message: expect.stringContaining(sentence),
    });
    expect(await readdir(folder)).toEqual(['bundle.zip']);
  });

  it.each([
    ['memory', { memoryBytes: 32 * MIB + 100 }, 'NoRoom', 'takes 33.6 MB of memory'],
    ['disk', { roomBytes: 10 }, 'NoRoom', 'no room for the maps of this upload: 10 bytes'],
  ])('is refused when its maps have no room: %s', async (_, room, name, sentence) => {
    const zip = writeZip(packBundle({ files: { 'good.map': mapFile(GOOD) } }));
    await expect(unpack(zip, room)).rejects.toMatchObject({
      name,
      message: expect.stringContaining(sentence),
    });
  });

  it('keeps its good maps when other maps are broken', async () => {
    const files = {
      'bad.map': mapFile('{"version":3'),
      'none.map': mapFile(toMap('AAAA', [])),
      'good.map': mapFile(GOOD),
    };
    const unpacked = await unpack(writeZip(packBundle({ files })));
    expect(unpacked.files.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('no JSON object'),
      expect.stringContaining('name a source that is not there'),
      undefined,
    ]);
  });

  it('may have maps of millions of segments, up to a limit', async () => {
    const many = (count: number) => 'A,'.repeat(count);
    // One segment with large numbers makes every row wide.
    const wide = encodeMappings([[[2 ** 27, 0, 2 ** 27, 2 ** 27]]]);
    const problems = [];
    for (const mappings of [many(2_000_000), `${wide},${many(15_000_000)}`, many(20_000_001)]) {
      const { files } = await unpack(bundleOf(ID, { map: toMap(mappings) }));
      problems.push(files[1]?.problem);
    }
    expect(problems).toEqual([
      undefined,
      'The table of the map would be larger than 128 MiB.',
      'The map has more than 20 million segments.',
    ]);
  });
});
