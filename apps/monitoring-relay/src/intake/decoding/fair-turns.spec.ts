import { beforeEach, describe, expect, it } from '@jest/globals';
import { FairTurns, type Leave } from './fair-turns.ts';

let turns: FairTurns;
let order: string[];
let leave: Leave;

beforeEach(() => {
  turns = new FairTurns({ mostAwaited: 100, firstCost: 10 });
  order = [];
});

/** Its name is its first letter. False when it may not wait. */
function enter(who: string): boolean {
  const turn = turns.enter(who[0]!);
  void turn?.then((leaveTurn) => {
    order.push(who);
    leave = leaveTurn;
  });
  return turn !== undefined;
}

/** Ends the turn of whoever has it, and lets the next one begin. */
async function end(cost: number): Promise<void> {
  await Promise.resolve();
  leave(cost);
  await Promise.resolve();
}

describe('FairTurns', () => {
  it('gives one turn at a time, to those of one name in the order in which they came', async () => {
    for (const who of ['a1', 'a2', 'a3']) enter(who);
    await Promise.resolve();
    expect(order).toEqual(['a1']);
    await end(1);
    expect(order).toEqual(['a1', 'a2']);
    await end(1);
    expect(order).toEqual(['a1', 'a2', 'a3']);
  });

  it('gives the next to the name on which least was spent, however many of another came before', async () => {
    for (const who of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'b4']) enter(who);
    for (const cost of [12, 4, 4, 4]) await end(cost);
    expect(order).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']);
  });

  it('owes nothing to a name for the time in which it was not there', async () => {
    for (const who of ['a1', 'a2', 'a3', 'a4']) enter(who);
    await end(50);
    await end(50);
    for (const who of ['b1', 'b2', 'b3']) enter(who);
    for (const cost of [50, 50, 50, 50]) await end(cost);
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'b3']);
  });

  it('remembers what was spent on a name that goes, and comes again at once', async () => {
    for (const who of ['a1', 'b1', 'b2', 'b3']) enter(who);
    await end(8);
    enter('a2');
    for (const cost of [4, 4]) await end(cost);
    expect(order).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it('lets so many of a name wait as are not expected to cost too much, by what the ones before did', async () => {
    expect(Array.from({ length: 12 }, (_, at) => enter(`a${at}`))).toEqual([
      ...Array.from({ length: 11 }, () => true),
      false,
    ]);
    expect(enter('b')).toBe(true);
    // Of ten that wait nine are left, each of which is expected to cost (10 + 2) / 2.
    await end(2);
    await end(2);
    expect(Array.from({ length: 15 }, (_, at) => enter(`a${at}`)).filter(Boolean)).toHaveLength(7);
  });

  it('lets one of a name wait whatever the ones before cost', async () => {
    enter('a1');
    enter('a2');
    await end(1_000_000);
    expect(enter('a3')).toBe(true);
    expect(enter('a4')).toBe(false);
  });
});
