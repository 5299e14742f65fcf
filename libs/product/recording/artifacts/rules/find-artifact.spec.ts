import { describe, expect, it } from '@jest/globals';
import type { Artifact } from './artifact.types.ts';
import {
  findMapOfAddress,
  findMapOfDebugId,
  listAddresses,
  listMapAddresses,
} from './find-artifact.ts';

const file = (url: string, traits: Partial<Artifact> = {}): Artifact => ({
  id: 1,
  bundleId: 1,
  kind: 'source',
  url,
  bytes: 1,
  ...traits,
});

it.each([
  ['https://shop.example/assets/app.js', ['https://shop.example/assets/app.js', '~/assets/app.js']],
  ['app:///app.js', ['app:///app.js', '~/app.js']],
  ['/assets/app.js', ['/assets/app.js', '~/assets/app.js']],
  ['./app.js', ['./app.js', '~/app.js']],
])('listAddresses looks for %s at %j', (url, addresses) => {
  expect(listAddresses(url)).toEqual(addresses);
});

it.each([
  ['~/assets/app.js', 'app.js.map', '~/assets/app.js.map'],
  ['~/assets/app.js', '../maps/a.map', '~/maps/a.map'],
  ['https://shop.example/app.js', 'app.js.map?v=1', '~/app.js.map'],
  ['~/app.js', 'https://maps.example/a.map', '~/a.map'],
  ['~/app.js', undefined, '~/app.js.map'],
])('listMapAddresses looks for the map of %s, named %s, at %s, too', (url, mapUrl, address) => {
  expect(listMapAddresses({ url, ...(mapUrl === undefined ? {} : { mapUrl }) })).toContain(address);
});

describe('the map of a file', () => {
  const map = file('~/a.js.map', { kind: 'map', mapChecksum: 'm' });

  it('is the map with the same debug id', () => {
    expect(findMapOfDebugId([file('~/a.js'), map])).toMatchObject({ ok: true, checksum: 'm' });
    expect(findMapOfDebugId([])).toBeUndefined();
    expect(findMapOfDebugId([file('~/a.js')])).toEqual({ ok: false, miss: 'no_map' });
    const broken = file('~/a.js.map', { problem: 'The map is broken.' });
    expect(findMapOfDebugId([broken])).toEqual({ ok: false, miss: 'broken_map' });
  });

  it('is the map inside of the file, else the map that the file names', () => {
    expect(findMapOfAddress([file('~/a.js', { mapChecksum: 'own' })], [map])).toMatchObject({
      checksum: 'own',
    });
    expect(findMapOfAddress([file('~/a.js')], [map])).toMatchObject({ file: map });
    expect(findMapOfAddress([file('~/b.js', { mapUrl: 'a.js.map' })], [map])).toMatchObject({
      file: map,
    });
    expect(findMapOfAddress([file('~/b.js')], [map])).toEqual({ ok: false, miss: 'no_map' });
    expect(findMapOfAddress([], [map])).toBeUndefined();
  });
});
