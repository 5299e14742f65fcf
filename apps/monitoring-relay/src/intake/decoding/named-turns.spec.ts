import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Leave, NamedTurns } from './decoding-thread.ts';

let turns: NamedTurns;
let order: string[];
let leave: Leave;

beforeEach(() => {
  turns = new NamedTurns(100);
  order = [];
});

function enter(who: string, bytes = 1): boolean {
  const turn = turns.enter(who[0]!, bytes);
  void turn?.then((leaveTurn) => {
    order.push(who);
    leave = leaveTurn;
  });
  return turn !== undefined;
}

async function end(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await Promise.resolve();
    leave();
    await Promise.resolve();
  }
}

describe('NamedTurns', () => {
  it('gives one turn at a time, and the turns of one name in their order', async () => {
    for (const who of ['a1', 'a2', 'a3']) enter(who);
    await Promise.resolve();
    expect(order).toEqual(['a1']);
    await end(2);
    expect(order).toEqual(['a1', 'a2', 'a3']);
  });

  it('alternates between names, however many turns of one name came before', async () => {
    for (const who of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) enter(who);
    await end(5);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('puts a name that returns behind those that wait', async () => {
    for (const who of ['a1', 'b1', 'c1']) enter(who);
    await end(1);
    enter('a2');
    await end(2);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('lets a set number of bytes of a name wait, and always one turn', async () => {
    enter('a1');
    expect([enter('a2', 1000), enter('a3', 1)]).toEqual([true, false]);
    expect([enter('b1', 60), enter('b2', 60)]).toEqual([true, false]);
    await end(2);
    expect(enter('b2', 100)).toBe(true);
    expect(order).toEqual(['a1', 'a2', 'b1']);
  });
});
