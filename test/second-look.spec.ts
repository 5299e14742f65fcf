import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { chooseAgain, describePassedAlone, mergeLooks } from '../scripts/support/second-look.mjs';

const TITLE = 'IssueStates · a muted issue reopens';

function end(path: string, status: 'passed' | 'failed') {
  return { name: join(root, path), status, assertionResults: [{ status, fullName: TITLE }] };
}

const passed = (path: string) => end(path, 'passed');
const failed = (path: string) => end(path, 'failed');
const run = (code: number | null, ...testResults: ReturnType<typeof end>[]) => ({
  code,
  results: { testResults },
});

describe('chooseAgain', () => {
  const choose = (count: number) =>
    chooseAgain(run(1, ...Array.from({ length: count }, (_, index) => failed(`${index}.spec.ts`))));

  it('chooses the files that failed', () => {
    expect(chooseAgain(run(1, passed('a.spec.ts'), failed('b.spec.ts')))).toEqual({
      files: [join(root, 'b.spec.ts')],
    });
  });

  it('chooses twelve files, and none of thirteen', () => {
    expect(choose(12).files).toHaveLength(12);
    expect(choose(13)).toEqual({ files: [], reason: '13 files failed' });
  });

  it('chooses none after Jest itself has failed', () => {
    expect(chooseAgain(run(null, failed('a.spec.ts')))).toEqual({
      files: [],
      reason: 'Jest ended with null',
    });
  });

  it.each([
    'test/kill.e2e.spec.ts',
    'test/handed-on-twice.e2e.spec.ts',
    'apps/monitoring-relay/test/forwarding-killed.e2e.spec.ts',
    'apps/monitoring-relay/test/hand-over.e2e.spec.ts',
    'apps/monitoring-relay/test/orphaned-spools.e2e.spec.ts',
    'apps/monitoring-relay/src/spool/sqlite-spool.spec.ts',
    'libs/product/triage/states/store/state.contract.spec.ts',
  ])('chooses none when a file about loss failed: %s', (path) => {
    expect(chooseAgain(run(1, failed('a.spec.ts'), failed(path)))).toEqual({
      files: [],
      reason: `${path}: about loss`,
    });
  });
});

describe('mergeLooks', () => {
  const first = run(1, passed('a.spec.ts'), failed('b.spec.ts'), failed('c.spec.ts'));

  it('counts a file that passes alone, and names it with the titles that had failed', () => {
    const merged = mergeLooks(first, run(1, passed('b.spec.ts'), failed('c.spec.ts')));
    expect(merged).toMatchObject(
      run(1, passed('a.spec.ts'), passed('b.spec.ts'), failed('c.spec.ts')),
    );
    expect(describePassedAlone(merged.passedAlone)).toBe(
      `Passed only alone: b.spec.ts\n  ${TITLE}\n`,
    );
  });

  it('ends with the code of the second look', () => {
    expect(mergeLooks(first, run(0, passed('b.spec.ts'), passed('c.spec.ts'))).code).toBe(0);
  });

  it('keeps the results of the first look when the time of the second was up', () => {
    expect(mergeLooks(first, { code: null })).toEqual({ ...first, passedAlone: [] });
  });
});
