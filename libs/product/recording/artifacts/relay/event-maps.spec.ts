import { describe, expect, it } from '@jest/globals';
import { countMapped } from '#events';
import { ErrataError } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import type { Artifact } from '../index.ts';
import { buildMapTable } from '../rules/index.ts';
import { EventMaps } from './event-maps.ts';
import type { EventMapsParts } from './event-maps.ts';

const ID = '7b1e7a0c-1e5d-4c0e-9d0a-0123456789ab';
const FILE = 'https://shop.example/assets/app.js';
const TABLE = buildMapTable(
  JSON.stringify({ version: 3, sources: ['src/cart.ts'], names: [], mappings: 'AAAA' }),
);
const MAP: Artifact = {
  id: 1,
  bundleId: 7,
  kind: 'map',
  url: '~/assets/app.js.map',
  debugId: ID,
  mapChecksum: 'm',
  bytes: 1,
};

const thrown = (traits: object = {}) => ({
  platform: 'javascript',
  exception: { values: [{ stacktrace: { frames: [{ abs_path: FILE, lineno: 1, colno: 1 }] } }] },
  debug_meta: { images: [{ type: 'sourcemap', code_file: FILE, debug_id: ID }] },
  ...traits,
});

function setUp(traits: Partial<EventMapsParts['artifacts']> = {}) {
  const asked: string[] = [];
  const clock = new ClockDouble();
  const maps = new EventMaps({
    clock,
    artifacts: {
      listProjects: async () => new Set([1]),
      listByDebugIds: async (projectId, ids) => {
        asked.push('debug id');
        return projectId === 1 && ids[0] === ID ? [MAP] : [];
      },
      listByUrls: async () => {
        asked.push('address');
        return [];
      },
      listInBundles: async () => [],
      readTable: async function* () {
        asked.push('table');
        yield Buffer.from(TABLE);
      },
      ...traits,
    },
    artifactBundles: { noteUsed: async (id) => void asked.push(`used ${id}`) },
  });
  return { maps, asked, clock };
}

describe('EventMaps', () => {
  it('finds the map of a file once for several events, and notes its use once', async () => {
    const { maps, asked, clock } = setUp();
    await maps.refresh();
    for (let count = 0; count < 3; count += 1) {
      expect(countMapped((await maps.map(1, thrown()))!)).toEqual({ mapped: 1, missed: 0 });
    }
    expect(asked).toEqual(['debug id', 'table', 'used 7']);
    clock.ms += 2000;
    await maps.map(1, thrown());
    expect(asked.slice(3)).toEqual(['debug id']);
  });

  it('looks up nothing for a project without uploads, or for events without a build', async () => {
    const { maps, asked } = setUp();
    await maps.refresh();
    expect(maps.map(2, thrown())).toBeUndefined();
    expect(maps.map(1, thrown({ platform: 'python' }))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    ['no_names', { debug_meta: undefined }],
    ['no_file', { debug_meta: undefined, release: '1.0' }],
  ])('marks a frame with %s for an event with %j', async (miss, traits) => {
    const { maps } = setUp();
    await maps.refresh();
    const mapped = await maps.map(1, thrown(traits));
    expect(mapped?.stacks).toEqual([[{ miss }]]);
  });

  it.each([
    ['ignores a file with a debug id', true, '11.0.0', 'no_file'],
    ['uses the file with a debug id for an SDK too old for debug ids', true, '7.1.0', undefined],
    ['uses a file without a debug id', false, '11.0.0', undefined],
  ])('%s, found by release, when the event has no debug id', async (_, hasId, version, miss) => {
    const { debugId, ...file }: Artifact = { ...MAP, kind: 'source', url: '~/assets/app.js' };
    const listByUrls = async () => [hasId && debugId ? { ...file, debugId } : file];
    const { maps } = setUp({ listByUrls });
    await maps.refresh();
    const sdk = { name: 'sentry.javascript.browser', version };
    const event = thrown({ release: '1.0', debug_meta: undefined, sdk });
    const [[frame] = []] = (await maps.map(1, event))!.stacks;
    expect(frame).toMatchObject(miss === undefined ? { source: 'src/cart.ts' } : { miss });
  });

  it('finds the map without a debug id that a script with one names, for an event without a release', async () => {
    const { debugId: _, ...map } = MAP;
    const listByDebugIds = async () =>
      [{ ...MAP, kind: 'source', url: '~/assets/app.js' } as const].map(
        ({ mapChecksum: _checksum, ...source }) => source,
      );
    const { maps } = setUp({ listByDebugIds, listInBundles: async () => [map] });
    await maps.refresh();
    expect(countMapped((await maps.map(1, thrown()))!)).toEqual({ mapped: 1, missed: 0 });
  });

  it('uses no file with another debug id than that of the event', async () => {
    const other = { ...MAP, debugId: ID.replace('7', '8'), url: '~/assets/app.js' };
    const { maps } = setUp({ listByDebugIds: async () => [], listByUrls: async () => [other] });
    await maps.refresh();
    const mapped = await maps.map(1, thrown({ release: '1.0' }));
    expect(mapped?.stacks).toEqual([[{ miss: 'no_file' }]]);
  });

  it('reads tables up to 64 MiB for each event', async () => {
    const { maps } = setUp({
      listByUrls: async (_, __, [url = '']) => [
        { id: 1, bundleId: 7, kind: 'map', url, mapChecksum: url, bytes: 1 },
      ],
      readTable: async function* () {
        yield Buffer.alloc(33 * 1024 * 1024);
      },
    });
    await maps.refresh();
    const toFrame = (name: string) => ({ abs_path: `/${name}.js`, lineno: 1, colno: 1 });
    const mapAll = async (...names: string[]) => {
      const exception = { values: [{ stacktrace: { frames: names.map(toFrame) } }] };
      return (await maps.map(1, thrown({ exception, release: '1.0' })))?.stacks;
    };
    const broken = { miss: 'broken_map' };
    const large = { miss: 'large' };
    expect(await mapAll('a', 'b', 'c')).toEqual([[broken, broken, large]]);
    expect(await mapAll('d', 'e', 'f')).toEqual([[broken, broken, large]]);
  });

  it('marks frames of an unreadable map as broken, and fails while the database is away', async () => {
    const broken = setUp({
      readTable: async function* () {
        yield await Promise.reject(new Error('broken'));
      },
    });
    await broken.maps.refresh();
    const mapped = await broken.maps.map(1, thrown());
    expect(mapped?.stacks).toEqual([[{ miss: 'broken_map' }]]);
    const error = new ErrataError('database.unavailable');
    const away = setUp({ listByDebugIds: () => Promise.reject(error) });
    await away.maps.refresh();
    await expect(away.maps.map(1, thrown())).rejects.toBe(error);
  });
});
