import { describe, expect, it } from '@jest/globals';
import { DeferredOutcomeError, findSettled, toDeferred, toFulfilled } from './settled.ts';
import type { Settled } from './settled.ts';

const outcome = { status: 404, view: 'rendering/not-found.page', data: { status: 404 } };

describe('toDeferred', () => {
  it('resolves with the data of a settled datum, or rejects with its outcome', async () => {
    await expect(toDeferred(Promise.resolve({ data: [1] }))).resolves.toEqual([1]);
    const datum = toDeferred(Promise.resolve<Settled>({ outcome }));
    await expect(datum).rejects.toThrow(DeferredOutcomeError);
    await expect(datum).rejects.toMatchObject({ outcome, message: expect.stringContaining('404') });
  });

  it('rejects with the error of an answer that was cut off', async () => {
    const error = new Error('cut off');
    await expect(toDeferred(Promise.reject(error))).rejects.toBe(error);
  });

  it('leaves no unhandled rejection when nobody uses its promise', async () => {
    const datum = toDeferred(Promise.resolve<Settled>({ outcome }));
    void toDeferred(Promise.reject(new Error('cut off')));
    // An unhandled rejection would fail the test here.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    expect(datum).toBeInstanceOf(Promise);
  });
});

describe('findSettled', () => {
  it('resolves with the data or the outcome of a datum, by the same promise each time', async () => {
    const [there, gone] = [{ data: 1 }, { outcome }].map((settled: Settled) =>
      toDeferred(Promise.resolve(settled)),
    );
    await expect(findSettled(there!)).resolves.toEqual({ data: 1 });
    await expect(findSettled(gone!)).resolves.toEqual({ outcome });
    // React requires the same promise of a promise it waits for.
    expect(findSettled(there!)).toBe(findSettled(there!));
  });

  it('returns nothing for any other promise', () => {
    expect(findSettled(Promise.resolve(null))).toBeUndefined();
  });
});

describe('toFulfilled', () => {
  it('returns a promise whose value React reads without waiting', async () => {
    const promise = toFulfilled('value');
    expect(promise).toMatchObject({ status: 'fulfilled', value: 'value' });
    await expect(promise).resolves.toBe('value');
  });
});
