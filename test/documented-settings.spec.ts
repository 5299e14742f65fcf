import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';

const documents: readonly (readonly [document: string, file: string])[] = [
  ['README.md', '.env'],
  ['docs/forwarding.md', 'forwarder.env'],
];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errata-settings-'));
  writeFileSync(join(folder, 'docker'), '#!/bin/sh\n', { mode: 0o755 });
});

afterEach(() => rmSync(folder, { recursive: true }));

function follow(document: string): void {
  const blocks = [...readFileSync(join(root, document), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)];
  const block = blocks.map(([, text = '']) => text).find((text) => text.includes('openssl rand'));
  if (!block) throw new Error(`${document} makes no settings.`);
  const PATH = [folder, process.env['PATH']].join(delimiter);
  execFileSync('sh', ['-c', block], { cwd: folder, env: { ...process.env, PATH } });
}

describe.each(documents)('the commands in %s that create settings', (document, file) => {
  test('write a secret that is long enough', () => {
    follow(document);
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^ERRATA_SECRET=[\da-f]{64}$/m);
  });

  test.each(['.env', 'forwarder.env'])('keep an existing %s', (existing) => {
    writeFileSync(join(folder, existing), 'ERRATA_SECRET=mine\n');
    follow(document);
    expect(readFileSync(join(folder, existing), 'utf8')).toBe('ERRATA_SECRET=mine\n');
  });
});
