import { describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { GroupCommit } from './group-commit.ts';

/** A commit that is put off until `run` is called, and that fails when told so. */
function createCommits() {
  const scheduled: (() => void)[] = [];
  const state = { commits: 0, failure: undefined as Error | undefined, attempts: [] as unknown[] };
  const group = new GroupCommit({
    commit: (runWrites) => {
      runWrites();
      state.commits += 1;
      if (state.failure) throw state.failure;
    },
    onAttempt: (error) => state.attempts.push(error),
    schedule: (run) => scheduled.push(run),
  });
  return { group, state, run: () => scheduled.splice(0).forEach((commit) => commit()) };
}

describe('GroupCommit', () => {
  it('commits all that wait at once and gives each its own result', async () => {
    const { group, state, run } = createCommits();
    const results = Promise.all([1, 2, 3].map((number) => group.join(() => number * 10)));
    run();
    expect(await results).toEqual([10, 20, 30]);
    expect(state.commits).toBe(1);
  });

  it('resolves nobody before the commit', async () => {
    const { group, run } = createCommits();
    const order: string[] = [];
    const waiting = group.join(() => order.push('write')).then(() => order.push('resolved'));
    await Promise.resolve();
    expect(order).toEqual([]);
    run();
    order.push('committed');
    await waiting;
    expect(order).toEqual(['write', 'committed', 'resolved']);
  });

  it('rejects all of a group whose commit fails, and none of the next', async () => {
    const { group, state, run } = createCommits();
    state.failure = new Error('disk full');
    const failed = Promise.allSettled([group.join(() => 1), group.join(() => 2)]);
    run();
    for (const result of await failed) {
      const reason = (result as PromiseRejectedResult).reason as ErrataError;
      expect(reason).toBeInstanceOf(ErrataError);
      expect(reason).toMatchObject({ code: 'spool.unavailable', cause: state.failure });
    }
    state.failure = undefined;
    const next = group.join(() => 3);
    run();
    expect(await next).toBe(3);
    expect(state.attempts).toEqual([expect.any(Error), undefined]);
  });

  it('puts what joins during a commit into the next one', async () => {
    const { group, state, run } = createCommits();
    let late: Promise<string> | undefined;
    const early = group.join(() => {
      late = group.join(() => 'late');
      return 'early';
    });
    run();
    expect(await early).toBe('early');
    expect(state.commits).toBe(1);
    run();
    expect(await late).toBe('late');
    expect(state.commits).toBe(2);
  });
});
