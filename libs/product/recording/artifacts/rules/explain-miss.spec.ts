import { describe, expect, it } from '@jest/globals';
import type { Artifact } from './artifact.types.ts';
import { explainMiss, type MissedFile, type NearMiss } from './explain-miss.ts';

const ID = '7b1e7a0c-1e5d-4c0e-9d0a-0123456789ab';
const URL = 'https://shop.example/assets/app.js';
const NOTHING: NearMiss = {
  project: 'web',
  withDebugId: [],
  elsewhere: [],
  atAddress: [],
  sameName: [],
};
const file = (traits: Partial<Artifact> = {}): Artifact => ({
  id: 1,
  bundleId: 1,
  kind: 'source',
  url: '~/assets/app.js',
  bytes: 1,
  ...traits,
});
const INJECT = 'npx @sentry/cli sourcemaps inject dist && npx @sentry/cli sourcemaps upload';
/** Command that uploads the folder of a file of this name, found as it is or below `parent`. */
const inFolder = (options: string, { place = "'*/assets/app.js'", name = 'app.js' } = {}) =>
  `f=$({ find dist -path ${place}; find dist -name ${name}; } | head -n 1) && [ -n "$f" ] && (cd "$(dirname "$f")" && npx @sentry/cli sourcemaps upload --project web ${options} .)`;
const AT_ASSETS = "--url-prefix '~/assets'";

describe('explainMiss', () => {
  it.each<
    [
      string,
      Partial<MissedFile> & { isMended?: true },
      Partial<NearMiss>,
      RegExp,
      string | undefined,
    ]
  >([
    ['nothing uploaded', { debugId: ID }, {}, /has no uploads/, `${INJECT} --project web dist`],
    [
      'no debug id and no release',
      { miss: 'no_names' },
      {},
      /without a debug id, and the event names no release/,
      `${INJECT} --project web dist`,
    ],
    [
      'another project',
      { debugId: ID },
      { elsewhere: ['api'] },
      /uploaded to api, and the event is of web/,
      `${INJECT} --project web dist`,
    ],
    [
      'another build',
      { debugId: ID },
      { atAddress: [file({ debugId: 'other' })] },
      /uploaded with other: it is of another build/,
      `${INJECT} --project web dist`,
    ],
    [
      'a position of another build',
      { miss: 'no_position' },
      {},
      /nothing at this position/,
      `${INJECT} --project web dist`,
    ],
    ['a map beyond what is read', { miss: 'large' }, {}, /left out: 64 MiB /, undefined],
    [
      'another distribution',
      { release: '1.0', dist: '8' },
      { atAddress: [file({ release: '1.0', dist: '7' })] },
      /is of release 1.0, distribution 8. .* for release 1.0, distribution 7/,
      inFolder(`--release 1.0 --dist 8 ${AT_ASSETS}`),
    ],
    [
      'another release',
      { release: "it's 2" },
      { atAddress: [file({ release: '1.0' })] },
      /is of release it's 2 without a distribution/,
      inFolder(`--release 'it'\\''s 2' ${AT_ASSETS}`),
    ],
    [
      'another address',
      { release: '1.0' },
      { sameName: [file({ url: '~/app.js', release: '1.0' })] },
      /~\/app.js was uploaded for its release, at another address/,
      inFolder(`--release 1.0 ${AT_ASSETS}`),
    ],
    [
      'another address, of a server',
      { url: '/srv/shop/out/app.js', release: '1.0' },
      { sameName: [file({ url: '~/app.js', release: '1.0' })] },
      /at another address/,
      inFolder("--release 1.0 --url-prefix '~/srv/shop/out'", { place: "'*/out/app.js'" }),
    ],
    [
      'an upload after the event',
      { debugId: ID, isMended: true },
      { withDebugId: [file({ mapChecksum: 'm' })] },
      /is there now/,
      undefined,
    ],
    [
      'a source without its map, by release',
      { miss: 'no_map', release: '1.0' },
      { atAddress: [file({ release: '1.0' })], isWithoutMap: true },
      /was uploaded without its map/,
      inFolder(`--release 1.0 ${AT_ASSETS}`),
    ],
    [
      'a source without its map, which is in another folder',
      { miss: 'no_map', release: '1.0' },
      { atAddress: [file({ release: '1.0', mapUrl: '../maps/app.js.map' })], isWithoutMap: true },
      /It names ..\/maps\/app.js.map/,
      inFolder('--release 1.0').replace('$f")" &&', '$f")/.." &&'),
    ],
    [
      'a source without its map, which is said to be above the site',
      { miss: 'no_map', release: '1.0', url: 'https://a.example/js/assets/app.js' },
      { atAddress: [file({ release: '1.0', mapUrl: '../../../app.js.map' })], isWithoutMap: true },
      /was uploaded without its map/,
      inFolder('--release 1.0').replace('$f")" &&', '$f")/../.." &&'),
    ],
    [
      'nothing uploaded, of an address that would end the line of a terminal',
      { release: '1.0', url: 'https://a.example/x\u0003\nid\n/app.js' },
      {},
      /nothing was uploaded for its address/,
      `${INJECT} --project web dist`,
    ],
    [
      'another release, whose name would end the line of a terminal',
      { release: '2\u001B[201~\n' },
      { atAddress: [file({ release: '1.0' })] },
      /is of release 2/,
      undefined,
    ],
    [
      'a map without a debug id that came with its source, of an event that an older Errata read',
      { miss: 'no_map', debugId: ID, isMended: true },
      { withDebugId: [file({ debugId: ID }), file({ kind: 'map', mapChecksum: 'm' })] },
      /is there now/,
      undefined,
    ],
    [
      'a source without its map',
      { miss: 'no_map', debugId: ID },
      { withDebugId: [file({ mapUrl: '%5Ba%5D.js.map' })] },
      /without its map. It names \[a\].js.map, which was not uploaded with it/,
      `${INJECT} --project web dist`,
    ],
    [
      'a broken map',
      { miss: 'broken_map', debugId: ID },
      { withDebugId: [file({ kind: 'map', url: '~/app.js.map', problem: 'It is no JSON.' })] },
      /^The map ~\/app.js.map cannot be read. It is no JSON. Build again/,
      `${INJECT} --project web dist`,
    ],
    [
      'a broken map without a debug id',
      { miss: 'broken_map', debugId: ID },
      { withDebugId: [file({ problem: 'It is no JSON.' })] },
      /^The map of ~\/assets\/app.js cannot be read/,
      `${INJECT} --project web dist`,
    ],
    [
      'a map without the code',
      { miss: 'no_code', debugId: ID },
      { withDebugId: [file({ mapChecksum: 'm' })] },
      /^The map of .* tells places, and none of the code/,
      inFolder('').replace('web  .', 'web .'),
    ],
    [
      'a map without the code, by release',
      { miss: 'no_code', url: '~/assets/app.js.map', release: '1.0' },
      { atAddress: [file({ kind: 'map', url: '~/assets/app.js.map', mapChecksum: 'm' })] },
      /^The map ~\/assets\/app.js.map tells places/,
      inFolder(`--release 1.0 ${AT_ASSETS}`).replaceAll('app.js', 'app.js.map'),
    ],
    [
      'a file that got its debug id and no release after it was deployed',
      { release: '1.0' },
      { atAddress: [file({ debugId: ID, mapChecksum: 'm' })] },
      /it is not the file that ran. Deploy/,
      undefined,
    ],
    [
      'a file without any map, by release, of an event from before the upload',
      { release: '1.0' },
      { atAddress: [file({ release: '1.0' })], isWithoutMap: true },
      /was uploaded without its map/,
      inFolder(`--release 1.0 ${AT_ASSETS}`),
    ],
    [
      'a broken map, of an event from before the upload',
      { debugId: ID },
      { withDebugId: [file({ problem: 'It is no JSON.' })] },
      /^The map of ~\/assets\/app.js cannot be read/,
      `${INJECT} --project web dist`,
    ],
    [
      'a file that got its debug id after it was deployed',
      { release: '1.0' },
      { atAddress: [file({ release: '1.0', debugId: ID, mapChecksum: 'm' })] },
      /ran without a debug id, and .* was uploaded with one: it is not the file that ran. Deploy/,
      undefined,
    ],
    [
      'a file that got its debug id after it was deployed, without a release',
      {},
      { atAddress: [file({ debugId: ID, mapChecksum: 'm' })] },
      /it is not the file that ran. Deploy/,
      undefined,
    ],
    [
      'a file that got its debug id after it was deployed, at another address',
      {},
      { sameName: [file({ url: '~/app.js' }), file({ url: '~/app.js', debugId: ID })] },
      /it is not the file that ran. Deploy/,
      undefined,
    ],
    [
      'an upload without a release, of an event without one',
      {},
      { atAddress: [file()] },
      /names no release, .* was uploaded without a debug id. Run this, and deploy/,
      `${INJECT} --project web dist`,
    ],
    [
      'an upload without a release',
      { release: '1.0' },
      { atAddress: [file()] },
      /is of release 1.0 without a distribution. .* was uploaded without a release/,
      inFolder(`--release 1.0 ${AT_ASSETS}`),
    ],
    [
      'a file without any map, before anything else',
      {},
      { atAddress: [file({ debugId: ID })], isWithoutMap: true },
      /was uploaded without its map/,
      `${INJECT} --project web dist`,
    ],
    [
      'another release of a site below a path',
      { release: '2', url: 'https://a.example/shop/assets/app.js' },
      { atAddress: [file({ release: '1' })] },
      /is of release 2/,
      inFolder("--release 2 --url-prefix '~/shop/assets'"),
    ],
    [
      'another release of a page whose name a shell would read otherwise',
      { release: '-2', url: 'https://a.example/_next/%5Bslug%5D/%5Bid%5D-*.js' },
      { atAddress: [file({ release: '1' })] },
      /is of release -2/,
      inFolder("--release=-2 --url-prefix '~/_next/%5Bslug%5D'", {
        place: "'*/\\[slug\\]/\\[id\\]-\\*.js'",
        name: "'\\[id\\]-\\*.js'",
      }),
    ],
    [
      'another release of a script inside a page, without a file name',
      { release: '2', url: 'https://a.example/shop/list/' },
      { atAddress: [file({ release: '1' })] },
      /is of release 2/,
      undefined,
    ],
    [
      'an upload after the event, of a file with a debug id, to an SDK that tells none',
      { release: '1.0', isOfOldSdk: true, isMended: true },
      { atAddress: [file({ release: '1.0', debugId: ID, mapChecksum: 'm' })] },
      /is there now/,
      undefined,
    ],
    [
      'the file of its own build, where a newer one is at the address',
      { release: '1.0' },
      { atAddress: [file({ release: '2.0' }), file({ release: '1.0', debugId: ID })] },
      /it is not the file that ran/,
      undefined,
    ],
    [
      'an address that leads out of the build',
      { release: '2', url: 'https://a.example/../app.js' },
      { sameName: [file({ url: '~/app.js', release: '2' })] },
      /at another address/,
      inFolder("--release 2 --url-prefix '~/..'", { place: "'*/../app.js'" }),
    ],
    [
      'another release of a file in the root of the site',
      { release: '2', url: 'https://a.example/app.js' },
      { atAddress: [file({ release: '1' })] },
      /is of release 2/,
      inFolder('--release 2', { place: 'dist/app.js' }),
    ],
    [
      'nothing uploaded, of an event without a debug id',
      { release: '1.0' },
      {},
      /nothing was uploaded for its address. The project web has no uploads.$/,
      inFolder(`--release 1.0 ${AT_ASSETS}`),
    ],
    [
      'a position of another build, by release',
      { miss: 'no_position', release: '1.0' },
      { atAddress: [file({ release: '1.0', mapChecksum: 'm' })] },
      /nothing at this position/,
      inFolder(`--release 1.0 ${AT_ASSETS}`),
    ],
    [
      'an old SDK without a release, which debug ids do not help',
      { isOfOldSdk: true },
      { atAddress: [file({ debugId: ID, mapChecksum: 'm' })] },
      /too old to send debug ids. Set a release/,
      undefined,
    ],
    [
      'an upload that failed',
      { debugId: ID },
      {
        latest: {
          id: 1,
          checksum: '',
          state: 'error',
          detail: 'The bundle is not a zip file.',
          bytes: 1,
          files: 0,
          createdAtMs: 0,
        },
      },
      /The last upload failed: The bundle is not a zip file./,
      `${INJECT} --project web dist`,
    ],
  ])('explains a missed file: %s', (_, missed, near, sentence, command) => {
    const { isMended, ...traits } = missed;
    const explained = explainMiss(
      { miss: 'no_file', url: URL, ...traits },
      { ...NOTHING, ...near },
    );
    expect(explained).toEqual({
      sentence: expect.stringMatching(sentence),
      ...(command === undefined ? {} : { command }),
      ...(isMended ? { isMended: true } : {}),
    });
  });
});
