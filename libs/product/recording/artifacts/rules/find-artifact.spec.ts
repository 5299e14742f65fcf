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
  ['app:///100%.js', ['app:///100%.js', 'app:///100%25.js', '~/100%.js', '~/100%25.js']],
])('listAddresses looks for %s at %j', (url, addresses) => {
  expect(listAddresses(url)).toEqual(addresses);
});

it.each([
  ['(shop)/[slug]/page.js', '(shop)/%5Bslug%5D/page.js'],
  ['%28shop%29/%5Bslug%5D/a.js', '(shop)/[slug]/a.js'],
  ['(shop)/[slug]/@a.js', '%28shop%29/%5Bslug%5D/%40a.js'],
  ['größe neu.js', 'gr%C3%B6%C3%9Fe%20neu.js'],
  ['a%5Bb%5D.js', 'a[b].js'],
])('listAddresses finds what was uploaded as %s for %s', (uploaded, ran) => {
  expect(listAddresses(`https://shop.example/${ran}`)).toContain(`~/${uploaded}`);
  expect(listAddresses(`app:///${ran}`)).toContain(`~/${uploaded}`);
});

it.each([
  ['~/chunks/[root]__1.js', '%5Broot%5D__1.js.map', '~/chunks/[root]__1.js.map'],
  ['~/(shop)/ö.js', '%28a%29 100%.map?v=1', '~/(shop)/(a) 100%.map'],
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
    const named = [file('~/a.js', { debugId: 'id' })];
    expect(findMapOfDebugId(named, [map])).toMatchObject({ ok: true, checksum: 'm' });
    for (const traits of [{ bundleId: 2 }, { debugId: 'other' }, { url: '~/b.js.map' }]) {
      expect(findMapOfDebugId(named, [{ ...map, ...traits }])).toMatchObject({ ok: false });
    }
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
    const again = file('~/a.js', { bundleId: 2 });
    expect(findMapOfAddress([again], [map])).toEqual({ ok: false, miss: 'broken_map' });
    for (const older of [file('~/a.js'), file('~/a.js', { mapChecksum: 'old' })]) {
      const found = findMapOfAddress([again, older], [map]);
      expect(found).toEqual({ ok: false, miss: 'broken_map' });
    }
    expect(findMapOfAddress([file('~/b.js')], [map])).toEqual({ ok: false, miss: 'no_map' });
    expect(findMapOfAddress([], [map])).toBeUndefined();
  });
});
