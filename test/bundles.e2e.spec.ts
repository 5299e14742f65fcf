import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';

/** File that an entry imports once it knows that the Node.js version is new enough. */
const START = 'bundled-start.js';

interface Loaded {
  readonly files: Map<string, string>;
  readonly packages: Set<string>;
}

/** Lists the files and packages that a file of an app's bundle loads by static imports. */
function listLoaded(
  app: string,
  file: string,
  found: Loaded = { files: new Map(), packages: new Set() },
): Loaded {
  const text = readFileSync(join(root, 'dist/apps', app, 'src', file), 'utf8');
  found.files.set(file, text);
  for (const [, name] of text.matchAll(/^import (?:[^"']* from )?["']([^"']+)["'];$/gm)) {
    if (name!.startsWith('.')) {
      const next = posix.join(posix.dirname(file), name!);
      if (!found.files.has(next)) listLoaded(app, next, found);
    } else if (!isBuiltin(name!)) found.packages.add(name!);
  }
  return found;
}

describe.each([
  ['renderer', ['@node-rs/argon2', 'reflect-metadata']],
  ['monitoring-relay', ['reflect-metadata']],
])('the bundle of the %s', (app, packages) => {
  const loaded = listLoaded(app, START);

  it('has few files, and loads only the expected packages', () => {
    expect(loaded.files.size).toBeLessThan(32);
    expect([...loaded.packages].toSorted()).toEqual(packages);
  });

  it('keeps packages apart from its own code, where monitoring and debuggers recognise them', () => {
    const listWith = (text: string): string[] =>
      [...loaded.files].filter((each) => each[1].includes(text)).map(([file]) => file);
    expect(listWith('class RawBuilderImpl')).toEqual([expect.stringMatching(/^node_modules\//)]);
    expect(listWith('ErrataError')).not.toEqual([]);
    expect(listWith('ErrataError').filter((file) => file.startsWith('node_modules/'))).toEqual([]);
  });

  it('has no characters that make its text take two bytes each in memory', () => {
    for (const [file, text] of loaded.files) {
      expect({ file, beyond: /[\u0100-\uFFFF]/.exec(text)?.[0] }).toEqual({ file });
    }
  });
});

test('the bundle of the processing thread loads no Nest, and no package', () => {
  const { files, packages } = listLoaded('monitoring-relay', 'processing.worker.js');
  expect([...packages]).toEqual([]);
  const nest = /\bInjectable\b/;
  expect([...listLoaded('monitoring-relay', START).files.values()].join('')).toMatch(nest);
  for (const text of files.values()) expect(text).not.toMatch(nest);
});

test.each([
  ['renderer', 'main.js'],
  ['renderer', 'supervised.js'],
  ['monitoring-relay', 'main.js'],
  ['monitoring-relay', 'supervised.js'],
  ['monitoring-relay', 'errata.js'],
])('the %s’s %s says which Node.js it needs before it loads anything else', (app, file) => {
  const path = join(root, 'dist/apps', app, 'src', file);
  expect(listImported(path).filter((name) => !/require-node/.test(name))).toEqual([]);
  const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.0' })`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', old, path], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'errata: Node 26 or newer is needed; this is Node 20.20.0.\n',
  });
});

function listImported(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^import (?:[^"']* from )?["']([^"']+)["'];$/gm)].flatMap(([, name]) =>
    isBuiltin(name!) ? [] : [name!],
  );
}

test('the bundle of the renderer leaves React to the views, so that it is loaded once', () => {
  for (const text of listLoaded('renderer', START).files.values()) {
    expect(text).not.toMatch(/["']react-dom/);
  }
  const views = readFileSync(join(root, 'dist/apps/renderer/ssr/entry-server.js'), 'utf8');
  expect(views).toMatch(/^import .* from "react-dom\/server";$/m);
});
