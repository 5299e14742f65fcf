import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readGreenRecord } from '../scripts/support/left-out.mjs';
import { root } from '../scripts/support/root.mjs';
import { seldom } from '../scripts/support/seldom.mjs';

const row = (name: string, covers: readonly string[]) => ({
  name,
  specs: [`test/${name}.e2e.spec.ts`],
  covers,
  cpuSeconds: 1,
});
const PROXY = row('proxy', ['docs/proxy.md']);
const IMAGE = row('image', ['image']);

describe('readGreenRecord', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-left-out-'));
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    for (const path of [...PROXY.specs, ...IMAGE.specs, 'docs/proxy.md', 'image/make.mjs']) {
      write(path, path);
    }
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  const read = () =>
    readGreenRecord([PROXY, IMAGE], { folder, record: join(folder, 'kept/record.json') });
  const namesUnchanged = () => read().unchanged.map(({ name }) => name);
  const end = (isGreen: boolean, ...specs: readonly string[]) =>
    read().keep(new Map(specs.map((spec) => [spec, isGreen])));
  const pass = (...specs: readonly string[]) => end(true, ...specs);

  it('leaves out nothing in a clone without a record', () => {
    expect(namesUnchanged()).toEqual([]);
  });

  it('leaves out a row whose specs all passed, until a file that it covers changes', () => {
    pass(...PROXY.specs, ...IMAGE.specs);
    expect(namesUnchanged()).toEqual(['proxy', 'image']);
    write('docs/proxy.md', 'other lines');
    expect(namesUnchanged()).toEqual(['image']);
    pass(...PROXY.specs);
    expect(namesUnchanged()).toEqual(['proxy', 'image']);
    write('image/new.mjs', '');
    expect(namesUnchanged()).toEqual(['proxy']);
    write('test/support/browser.ts', '');
    expect(namesUnchanged()).toEqual([]);
  });

  it('runs a row again whose spec failed with the same files', () => {
    pass(...PROXY.specs, ...IMAGE.specs);
    end(false, ...PROXY.specs);
    expect(namesUnchanged()).toEqual(['image']);
  });

  it('runs a row again once a program is there that its specs lacked', () => {
    pass(...PROXY.specs);
    const tools = { ERRATA_NGINX: '/usr/sbin/nginx' };
    const record = join(folder, 'kept/record.json');
    expect(readGreenRecord([PROXY], { folder, record, tools }).unchanged).toEqual([]);
  });

  it('compares with the files as they were when the run began', () => {
    const record = read();
    write('docs/proxy.md', 'edited during the run');
    record.keep(new Map(PROXY.specs.map((spec) => [spec, true])));
    expect(namesUnchanged()).toEqual([]);
  });

  it('leaves out nothing outside of a git checkout', () => {
    pass(...PROXY.specs);
    rmSync(join(folder, '.git'), { recursive: true });
    expect(namesUnchanged()).toEqual([]);
  });
});

describe('scripts/support/seldom.mjs', () => {
  it('names specs and files that exist', () => {
    const paths = seldom.flatMap(({ specs, covers }) => [...specs, ...covers]);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names each spec in one row', () => {
    const specs = seldom.flatMap((each) => each.specs);
    expect(new Set(specs).size).toBe(specs.length);
  });
});
