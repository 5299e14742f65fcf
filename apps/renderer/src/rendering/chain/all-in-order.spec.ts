import { describe, expect, it } from '@jest/globals';
import { allInOrder } from './all-in-order.ts';

function pending<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

const ignore = (): void => undefined;

describe('allInOrder', () => {
  it('returns the values in the order of the promises, not of their arrival', async () => {
    const [one, two] = [pending<number>(), pending<number>()];
    const all = allInOrder([one.promise, two.promise], ignore);
    two.resolve(2);
    one.resolve(1);
    await expect(all).resolves.toEqual([1, 2]);
  });

  it('returns an empty list without promises', async () => {
    await expect(allInOrder([], ignore)).resolves.toEqual([]);
  });

  it('fails with the first failure in order, not in time', async () => {
    const [outer, inner] = [pending(), pending()];
    const all = allInOrder([outer.promise, inner.promise], ignore);
    inner.reject(new Error('inner'));
    outer.reject(new Error('outer'));
    await expect(all).rejects.toThrow('outer');
  });

  it('waits for the promises before a failed promise', async () => {
    const outer = pending();
    const all = allInOrder([outer.promise, Promise.reject(new Error('inner'))], ignore);
    outer.resolve('sound');
    await expect(all).rejects.toThrow('inner');
  });

  it('does not wait for the promises after a failed promise', async () => {
    const inner = pending();
    const all = allInOrder([Promise.reject(new Error('outer')), inner.promise], ignore);
    await expect(all).rejects.toThrow('outer');
    inner.reject(new Error('nobody waits for it'));
  });

  it('reports every failure, also those that do not decide', async () => {
    const failures: unknown[] = [];
    const inner = pending();
    const all = allInOrder([Promise.reject(new Error('outer')), inner.promise], (error) =>
      failures.push(String(error)),
    );
    await expect(all).rejects.toThrow('outer');
    inner.reject(new Error('inner'));
    await expect(inner.promise).rejects.toThrow('inner');
    expect(failures).toEqual(['Error: outer', 'Error: inner']);
  });
});
