import { describe, expect, it } from '@jest/globals';
import { readManifest } from './bundle-manifest.ts';

const DEBUG_ID = '7b1e7a0c-1e5d-4c0e-9d0a-0123456789ab';

describe('readManifest', () => {
  it('reads a manifest written by sentry-cli', () => {
    const manifest = {
      debug_id: DEBUG_ID,
      org: 'errata',
      release: '1.0',
      dist: '7',
      files: {
        '_/_/assets/app.js': {
          url: '~/assets/app.js',
          type: 'minified_source',
          headers: { 'debug-id': DEBUG_ID.toUpperCase(), Sourcemap: 'app.js.map' },
        },
        '_/_/assets/app.js.map': {
          url: '~/assets/app.js.map',
          type: 'source_map',
          headers: { 'Debug-Id': DEBUG_ID.replaceAll('-', '') },
        },
        '_/_/src/app.ts': { url: '~/src/app.ts', type: 'source' },
      },
    };
    expect(readManifest(JSON.stringify(manifest))).toEqual({
      files: [
        {
          entry: '_/_/assets/app.js',
          type: 'minified_source',
          url: '~/assets/app.js',
          debugId: DEBUG_ID,
          mapUrl: 'app.js.map',
        },
        {
          entry: '_/_/assets/app.js.map',
          type: 'source_map',
          url: '~/assets/app.js.map',
          debugId: DEBUG_ID,
        },
      ],
    });
  });

  it('names a file without an address by its entry, and drops a query', () => {
    const files = {
      '_/_/a.js': { type: 'minified_source' },
      b: { type: 'minified_source', url: '~/x/b.js.map?v=3?w' },
    };
    expect(readManifest(JSON.stringify({ files })).files).toMatchObject([
      { url: '~/a.js', type: 'minified_source' },
      { url: '~/x/b.js.map', type: 'source_map' },
    ]);
  });

  it.each([
    ['{', 'The manifest.json of the bundle is not valid JSON.'],
    ['[]', 'The manifest.json of the bundle has no files.'],
    ['{"files":7}', 'The manifest.json of the bundle has no files.'],
    ['['.repeat(200_001), 'The manifest.json of the bundle has more objects than files may have.'],
  ])('refuses the manifest %s', (json, sentence) => {
    expect(() => readManifest(json)).toThrow(sentence);
  });

  it('leaves out entries that are no files, and names and addresses that are too long', () => {
    const files = {
      a: null,
      b: { type: 'elf' },
      c: { type: 'source_map', url: 'x'.repeat(2000) },
      ['d'.repeat(1001)]: { type: 'source_map', url: '~/d' },
    };
    expect(readManifest(JSON.stringify({ release: 7, files }))).toEqual({
      files: [{ entry: 'c', type: 'source_map', url: '~/c' }],
    });
  });
});
