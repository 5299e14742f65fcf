import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';

interface Loaded {
  /** Texts of the bundle's files, by their names. */
  readonly files: Map<string, string>;
  /** That are not in it. */
  readonly packages: Set<string>;
}

/** What is loaded with a file of an app's bundle, before anything asks for more. */
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
  ['renderer', ['@node-rs/argon2', 'better-sqlite3', 'reflect-metadata', 'zstd-napi']],
  ['monitoring-relay', ['better-sqlite3', 'reflect-metadata', 'zstd-napi']],
])('what is built of the %s', (app, packages) => {
  const loaded = listLoaded(app, 'main.js');

  it('is a few files, with the packages that it stands on', () => {
    expect(loaded.files.size).toBeLessThan(25);
    expect([...loaded.packages].toSorted()).toEqual(packages);
  });

  it('has packages apart from its own code, where monitoring and debuggers know them', () => {
    const listWith = (text: string): string[] =>
      [...loaded.files].filter((each) => each[1].includes(text)).map(([file]) => file);
    expect(listWith('class RawBuilderImpl')).toEqual([expect.stringMatching(/^node_modules\//)]);
    expect(listWith('ErrataError')).not.toEqual([]);
    expect(listWith('ErrataError').filter((file) => file.startsWith('node_modules/'))).toEqual([]);
  });

  it('is text that takes a byte a character in memory', () => {
    for (const [file, text] of loaded.files) {
      expect({ file, beyond: /[\u0100-\uFFFF]/.exec(text)?.[0] }).toEqual({ file });
    }
  });
});

test('the thread that processes loads no Nest, and of packages what is native alone', () => {
  const { files, packages } = listLoaded('monitoring-relay', 'processing.worker.js');
  expect([...packages].toSorted()).toEqual(['better-sqlite3', 'zstd-napi']);
  const nest = /\bInjectable\b/;
  expect([...listLoaded('monitoring-relay', 'main.js').files.values()].join('')).toMatch(nest);
  for (const text of files.values()) expect(text).not.toMatch(nest);
});

test('React is loaded by the views alone, so that there is one', () => {
  for (const text of listLoaded('renderer', 'main.js').files.values()) {
    expect(text).not.toContain('react-dom');
  }
  const views = readFileSync(join(root, 'dist/apps/renderer/ssr/entry-server.js'), 'utf8');
  expect(views).toMatch(/^import .* from "react-dom\/server";$/m);
});
