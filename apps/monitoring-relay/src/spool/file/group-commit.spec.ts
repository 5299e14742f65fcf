import { describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { GroupCommit } from './group-commit.ts';

function createCommits() {
  const scheduled: (() => void)[] = [];
  const state = {
    commits: 0,
    failure: undefined as Error | undefined,
    bodyFailure: undefined as Error | undefined,
    attempts: [] as unknown[],
    stored: [] as string[][],
  };
  const group = new GroupCommit<string>({
    storeBodies: (bodies) => {
      if (state.bodyFailure) throw state.bodyFailure;
      state.stored.push(bodies.map(String));
      return bodies.map((body) => `place of ${String(body)}`);
    },
    commit: (runWrites) => {
      runWrites();
      state.commits += 1;
      if (state.failure) throw state.failure;
    },
    onAttempt: (error) => state.attempts.push(error),
    schedule: (run) => scheduled.push(run),
  });
  return {
    group,
    state,
    run: () => scheduled.splice(0).forEach((commit) => commit()),
  };
}

describe('GroupCommit', () => {
  it('commits all waiting writes at once, gives each its own result, and stores no body', async () => {
    const { group, state, run } = createCommits();
    const results = Promise.all([1, 2, 3].map((number) => group.join(() => number * 10)));
    run();
    expect(await results).toEqual([10, 20, 30]);
    expect(state).toMatchObject({ commits: 1, stored: [] });
  });

  it('resolves no write before the commit', async () => {
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

  it('rejects all writes of a group whose commit fails, and none of the next', async () => {
    const { group, state, run } = createCommits();
    state.failure = new Error('disk full');
    const failed = Promise.allSettled([group.join(() => 1), group.join(() => 2)]);
    run();
    const reason = new ErrataError('spool.unavailable', { cause: state.failure });
    const rejected = { status: 'rejected', reason };
    expect(await failed).toEqual([rejected, rejected]);
    state.failure = undefined;
    const next = group.join(() => 3);
    run();
    expect(await next).toBe(3);
    expect(state.attempts).toEqual([expect.any(Error), undefined]);
  });

  it('puts a write that joins during a commit into the next one', async () => {
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

  it('stores the bodies of a group together, and gives each write its own place', async () => {
    const { group, state, run } = createCommits();
    const results = Promise.all([
      group.joinWith(Buffer.from('a'), (place) => place),
      group.join(() => 'no body'),
      group.joinWith(Buffer.from('b'), (place) => place),
    ]);
    run();
    expect(await results).toEqual(['place of a', 'no body', 'place of b']);
    expect(state.stored).toEqual([['a', 'b']]);
  });

  it.each([
    ['writes without a body', 1],
    ['nothing, without such writes,', 0],
  ])('commits %s where bodies cannot be stored, and rejects the others', async (_, others) => {
    const { group, state, run } = createCommits();
    const cause = (state.bodyFailure = new Error('disk full'));
    const results = Promise.allSettled([
      group.joinWith(Buffer.from('a'), () => 'never'),
      ...Array.from({ length: others }, () => group.join(() => 'settled')),
    ]);
    run();
    const [refused, ...settled] = await results;
    expect(refused).toMatchObject({ reason: { code: 'spool.unavailable', cause } });
    const fulfilled = { status: 'fulfilled', value: 'settled' };
    expect(settled).toEqual(Array.from({ length: others }, () => fulfilled));
    expect(state).toMatchObject({ commits: others, attempts: [cause] });
  });

  it('commits waiting writes when it is closed, and rejects later ones', async () => {
    const { group } = createCommits();
    const waiting = group.join(() => 1);
    group.close();
    expect(await waiting).toBe(1);
    await expect(group.join(() => 2)).rejects.toMatchObject({ code: 'spool.unavailable' });
  });
});
