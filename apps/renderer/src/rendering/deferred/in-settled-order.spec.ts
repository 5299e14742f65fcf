import { describe, expect, it } from '@jest/globals';
import { inSettledOrder } from './in-settled-order.ts';

class Datum<T> {
  resolve!: (value: T) => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

describe('inSettledOrder', () => {
  it('yields each value when it settles, the first to settle first', async () => {
    const [one, two, three] = [new Datum<1>(), new Datum<2>(), new Datum<3>()];
    const settled = inSettledOrder<number>([one.promise, two.promise, three.promise]);
    const first = settled.next();
    two.resolve(2);
    expect(await first).toEqual({ done: false, value: 2 });
    const second = settled.next();
    three.resolve(3);
    expect(await second).toEqual({ done: false, value: 3 });
    const third = settled.next();
    one.resolve(1);
    expect(await third).toEqual({ done: false, value: 1 });
    expect(await settled.next()).toEqual({ done: true, value: undefined });
  });

  it('yields values in the order of settling even when no reader asks meanwhile', async () => {
    const [one, two, three] = [new Datum<1>(), new Datum<2>(), new Datum<3>()];
    const settled = inSettledOrder<number>([one.promise, two.promise, three.promise]);
    const first = settled.next();
    three.resolve(3);
    await first;
    two.resolve(2);
    await two.promise;
    one.resolve(1);
    await one.promise;
    expect([(await settled.next()).value, (await settled.next()).value]).toEqual([2, 1]);
  });

  it('yields equal values as often as there are promises', async () => {
    const values: unknown[] = [];
    const same = Promise.resolve('same');
    for await (const value of inSettledOrder([same, same, Promise.resolve('same')])) {
      values.push(value);
    }
    expect(values).toEqual(['same', 'same', 'same']);
  });

  it('ends at once without promises', async () => {
    expect(await inSettledOrder([]).next()).toEqual({ done: true, value: undefined });
  });

  it('rejects with the first rejection, after the values that settled before', async () => {
    const [one, two] = [new Datum<1>(), new Datum<2>()];
    const settled = inSettledOrder<number>([one.promise, two.promise]);
    const first = settled.next();
    two.resolve(2);
    expect((await first).value).toBe(2);
    const second = settled.next();
    one.reject(new Error('one'));
    await expect(second).rejects.toThrow('one');
  });

  it('leaves no unhandled rejection to a reader who stops', async () => {
    const [one, two] = [new Datum<1>(), new Datum<2>()];
    for await (const value of inSettledOrder<number>([
      Promise.resolve(0),
      one.promise,
      two.promise,
    ])) {
      expect(value).toBe(0);
      break;
    }
    one.reject(new Error('one'));
    two.reject(new Error('two'));
    // Gives an unhandled rejection time to fail the test.
    await new Promise<void>((resolve) => void setImmediate(resolve));
  });
});
