import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { describePassedAlone, lookAgain } from '../scripts/support/second-look.mjs';

const TITLE = 'IssueStates · a muted issue reopens';

function end(path: string, status: 'passed' | 'failed') {
  return { name: join(root, path), status, assertionResults: [{ status, fullName: TITLE }] };
}

const passed = (path: string) => end(path, 'passed');
const failed = (path: string) => end(path, 'failed');

/** Looks again at `first`. `second` are the results of the files that run once more. */
async function look(first: ReturnType<typeof end>[], second?: ReturnType<typeof end>[]) {
  const asked: string[] = [];
  const code = second?.every(({ status }) => status === 'passed') ? 0 : 1;
  const { results, passedAlone, ...last } = await lookAgain(
    { code: 1, results: { testResults: first } },
    async (files) => {
      asked.push(...files);
      return { code, ...(second && { results: { testResults: second } }) };
    },
  );
  return {
    asked,
    code: last.code,
    ended: results?.testResults,
    told: describePassedAlone(passedAlone),
  };
}

describe('the second look', () => {
  it('counts and names a file that passes alone, with the titles that had failed', async () => {
    const { asked, ...last } = await look(
      [passed('a.spec.ts'), failed('b.spec.ts')],
      [passed('b.spec.ts')],
    );
    expect(asked).toEqual([join(root, 'b.spec.ts')]);
    expect(last).toEqual({
      code: 0,
      ended: [passed('a.spec.ts'), passed('b.spec.ts')],
      told: `Passed only alone: b.spec.ts\n  ${TITLE}\n`,
    });
  });

  it('leaves a file red that fails twice', async () => {
    const last = await look(
      [failed('a.spec.ts'), failed('b.spec.ts')],
      [passed('a.spec.ts'), failed('b.spec.ts')],
    );
    expect(last).toMatchObject({
      code: 1,
      ended: [passed('a.spec.ts'), failed('b.spec.ts')],
      told: `Passed only alone: a.spec.ts\n  ${TITLE}\n`,
    });
  });

  it('leaves files red that were not done in time', async () => {
    const first = [failed('a.spec.ts')];
    const { code, ended, told } = await look(first);
    expect({ code, ended, told }).toEqual({ code: 1, ended: first, told: undefined });
  });

  it.each([
    ['thirteen files', Array.from({ length: 13 }, (_, index) => `${index}.spec.ts`)],
    ['a kill', ['a.spec.ts', 'test/kill.e2e.spec.ts']],
    ['a kill of what forwards', ['apps/monitoring-relay/test/forwarding-killed.e2e.spec.ts']],
    ['a hand-over', ['apps/monitoring-relay/test/hand-over.e2e.spec.ts']],
    ['a spool without a relay', ['apps/monitoring-relay/test/orphaned-spools.e2e.spec.ts']],
    ['a report handed on twice', ['test/handed-on-twice.e2e.spec.ts']],
    ['a contract of a store', ['libs/product/triage/issue.contract.spec.ts']],
    ['no file', []],
  ])('does not happen for %s', async (_, paths) => {
    const first = paths.map(failed);
    expect(await look(first, paths.map(passed))).toEqual({
      asked: [],
      code: 1,
      ended: first,
      told: undefined,
    });
  });

  it('happens for twelve files', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `${index}.spec.ts`);
    const { asked, code } = await look(paths.map(failed), paths.map(passed));
    expect({ asked: asked.length, code }).toEqual({ asked: 12, code: 0 });
  });
});
