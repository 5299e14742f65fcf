import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.ts';

function createWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => {
      ends.set(name, () => resolve(name));
    });
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

async function settleAll(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('ConcurrencyLimit', () => {
  it('runs as much work at once as its limit allows, and the rest in order of arrival', async () => {
    const turnstile = new ConcurrencyLimit({ atOnce: 2, waiting: 10 });
    const { started, work, end } = createWork();
    const results = ['a', 'b', 'c', 'd'].map((name) => turnstile.run(work(name)));
    await settleAll();
    expect(started).toEqual(['a', 'b']);
    end('b');
    await settleAll();
    expect(started).toEqual(['a', 'b', 'c']);
    end('a');
    end('c');
    await settleAll();
    end('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives the place of failed work to the next in line', async () => {
    const turnstile = new ConcurrencyLimit({ atOnce: 1, waiting: 10 });
    const failing = turnstile.run(() => Promise.reject(new Error('failed')));
    const next = turnstile.run(async () => 'ran');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('ran');
    expect(await turnstile.run(async () => 'again')).toBe('again');
  });

  it('refuses work when too much work waits', async () => {
    const turnstile = new ConcurrencyLimit({ atOnce: 1, waiting: 1 });
    const { work, end } = createWork();
    const results = ['a', 'b'].map((name) => turnstile.run(work(name)));
    await expect(turnstile.run(work('c'))).rejects.toMatchObject({ code: 'accounts.busy' });
    end('a');
    await settleAll();
    end('b');
    expect(await Promise.all(results)).toEqual(['a', 'b']);
  });
});
