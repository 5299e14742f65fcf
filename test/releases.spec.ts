import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { readReleaseNotes } from '../scripts/support/changelog.mjs';
import { root } from '../scripts/support/root.mjs';
import { runNode } from '../scripts/support/run.mjs';

const changelog = `# Changelog

## [Unreleased]

## [0.3.0] - 2027-01-31

### Added

- Source maps.

## [0.2.0] - 2026-11-25

The first.

## [0.1.9] - soon

- Undated.

## [0.1.8] - 2026-11-01

[0.3.0]: https://example.com
`;

describe('the notes of a release', () => {
  it('are the section of its version in the changelog', () => {
    const notes = readReleaseNotes({ tag: 'v0.3.0', version: '0.3.0', changelog });
    expect(notes).toBe('### Added\n\n- Source maps.\n');
    expect(readReleaseNotes({ tag: 'v0.2.0', version: '0.2.0', changelog })).toBe('The first.\n');
  });

  it.each([
    ['v0.3.0', '0.2.0', 'The tag is v0.3.0, and package.json has the version 0.2.0.'],
    ['v0.3.0-rc.1', '0.3.0-rc.1', 'The tag v0.3.0-rc.1 is not of the form v1.2.3.'],
    ['', '0.3.0', 'The tag  is not of the form v1.2.3.'],
    ['v0.4.0', '0.4.0', 'CHANGELOG.md has no section “## [0.4.0] - <date>”.'],
    ['v0.1.9', '0.1.9', 'The section of 0.1.9 in CHANGELOG.md has no date.'],
    ['v0.1.8', '0.1.8', 'The section of 0.1.8 in CHANGELOG.md is empty.'],
  ])('are refused for the tag “%s” of version %s', (tag, version, reason) => {
    expect(() => readReleaseNotes({ tag, version, changelog })).toThrow(reason);
  });

  it('exist for the first release', () => {
    const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(readReleaseNotes({ tag: 'v0.2.0', version: '0.2.0', changelog: text })).not.toBe('');
  });
});

test('check-workflows names mistakes that GitHub would refuse, and actions that are not pinned', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errata-workflows-'));
  const write = (name: string, job: string): Promise<void> =>
    writeFile(join(folder, name), `on: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n${job}`);
  await write('a.yml', '    steps: [{ run: npm test }]\n');
  await write('b.yml', '    step: []\n');
  await write('c.yml', '    needs: two\n    steps: [{ run: npm test }]\n');
  await write('d.yml', "    steps: [{ run: 'echo ${{ steps.two.outputs.three }}' }]\n");
  await write('e.yml', '    steps:\n      - uses: actions/checkout@v7\n');
  const { code, output } = await runNode(['scripts/check-workflows.mjs', folder]);
  expect(code).toBe(1);
  expect(output.trim().split(/\n.*\/(?=.\.yml)/)).toEqual([
    expect.stringContaining("b.yml:5: Unexpected value 'step'"),
    "c.yml:5: Value 'two' is not valid",
    'c.yml:3: The workflow must contain at least one job with no dependencies.',
    'd.yml:5: Context access might be invalid: two',
    'e.yml:6: Pin the action by its full commit, with its version in a comment: uses: actions/checkout@v7',
  ]);
  await rm(folder, { recursive: true });
});
