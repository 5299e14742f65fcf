import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BuiltClient } from './built-client.ts';

const manifest = {
  'src/browser/entry-client.tsx': {
    file: 'assets/entry.js',
    isEntry: true,
    css: ['assets/app.css'],
    imports: ['_react.js'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_parts.js': { file: 'assets/parts.js', css: ['assets/parts.css'], imports: ['_react.js'] },
  'src/features/a/views/one.page.tsx': { file: 'assets/one.js', imports: ['_parts.js'] },
  'src/features/a/views/two.page.tsx': { file: 'assets/two.js' },
  'src/rendering/views/error.page.tsx': { file: 'assets/error.js' },
  'src/ui/icon.svg': { file: 'assets/icon.svg' },
};

describe('BuiltClient', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-build-'));
    mkdirSync(join(folder, 'client/.vite'), { recursive: true });
    mkdirSync(join(folder, 'ssr'));
    writeFileSync(join(folder, 'client/.vite/manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'ssr/entry-server.js'), 'export {}');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('names the chunks and styles of exactly the requested views', () => {
    expect(new BuiltClient(folder).assetsOf(['a/one.page'])).toEqual({
      script: 'assets/entry.js',
      styles: ['assets/app.css', 'assets/parts.css'],
      chunks: ['assets/react.js', 'assets/one.js', 'assets/parts.js'],
      viewFiles: { 'a/one.page': './one.js' },
      icon: 'assets/icon.svg',
    });
  });

  it("finds the platform's own views", () => {
    expect(new BuiltClient(folder).assetsOf(['rendering/error.page']).chunks).toContain(
      'assets/error.js',
    );
  });

  it('has an id that changes with the build output', () => {
    const { id } = new BuiltClient(folder);
    expect(new BuiltClient(folder).id).toBe(id);
    writeFileSync(join(folder, 'ssr/entry-server.js'), 'export const changed = 1');
    expect(new BuiltClient(folder).id).not.toBe(id);
  });
});
