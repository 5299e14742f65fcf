import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureSecret } from './secret-file.ts';

describe('ensureSecret', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-secret-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes a secret of 256 bits that only the owner of the folder may read', () => {
    const secret = ensureSecret(folder);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('returns the same secret from then on, and leaves no other file', () => {
    const secret = ensureSecret(folder);
    expect(ensureSecret(folder)).toBe(secret);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('makes another secret in another folder', () => {
    const other = mkdtempSync(join(tmpdir(), 'errata-secret-'));
    expect(ensureSecret(other)).not.toBe(ensureSecret(folder));
    rmSync(other, { recursive: true });
  });

  it('keeps a secret that somebody has written by hand', () => {
    writeFileSync(join(folder, 'secret'), 'written by hand, long enough to be one\n');
    expect(ensureSecret(folder)).toBe('written by hand, long enough to be one');
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toContain('by hand');
  });

  it.each(['', 'short'])('refuses a secret that is too short: %j', (text) => {
    writeFileSync(join(folder, 'secret'), text);
    expect(() => ensureSecret(folder)).toThrow('must hold at least 32 characters');
  });

  it('fails where the folder cannot be written', () => {
    expect(() => ensureSecret(join(folder, 'missing'))).toThrow('ENOENT');
  });
});
