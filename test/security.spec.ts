import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';

const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

const attacks = text.replaceAll(/<!-- table: [^]*?<!-- end -->/g, '');

const rows = [...attacks.matchAll(/^\| (?!attack|mistake|-)(?<cells>.+) \|$/gm)].map(
  ({ groups = {} }) => (groups['cells'] ?? '').split('|').map((cell) => cell.trim()),
);

describe('SECURITY.md', () => {
  it('names for each attack its remedy, and the specs that prove it', () => {
    const incomplete = rows.filter(
      ([attack, remedy, specs = '', ...others]) =>
        !attack || !remedy || others.length > 0 || !/^`[^`]+`(?:, `[^`]+`)*$/.test(specs),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(incomplete).toEqual([]);
  });

  it('names only existing specs', () => {
    const named = [...text.matchAll(/`(?<path>[^`\s]*\.spec\.tsx?)`/g)].map(
      ({ groups = {} }) => groups['path'] ?? '',
    );
    expect(named.length).toBeGreaterThanOrEqual(rows.length);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links only to existing files', () => {
    const links = [...text.matchAll(/\]\((?<path>[^)#]+)/g)].map(
      ({ groups = {} }) => groups['path'] ?? '',
    );
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
