import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { runtimeLimits, Scheduler } from '#shared';
import type { RenderingOptions } from '../rendering.options.ts';
import { PageTurns } from './page-turns.ts';

class HandScheduler extends Scheduler {
  readonly tasks = new Map<number, () => void>();

  override runAfter(delayMs: number, task: () => void): () => void {
    this.tasks.set(delayMs, task);
    return () => void this.tasks.delete(delayMs);
  }
}

class ResponseDouble extends EventEmitter {
  closed = false;

  destroy(): void {
    this.closed = true;
    this.emit('close');
  }
}

let scheduler: HandScheduler;
let turns: PageTurns;
let begun: string[];

beforeEach(() => {
  scheduler = new HandScheduler();
  turns = new PageTurns({ visitor: ({ url }) => url || undefined } as RenderingOptions, scheduler);
  begun = [];
});

function take(visitor: string, response = new ResponseDouble()): ResponseDouble {
  const taken = turns.take({ url: visitor } as Request, response as unknown as Response);
  void taken.then(
    () => begun.push(visitor),
    (error: Error) => begun.push(`${visitor}: ${error.message}`),
  );
  return response;
}

/** Resolves when no further page begins. */
async function settled(): Promise<void> {
  for (let known = -1; known !== begun.length;) {
    known = begun.length;
    await nextTurn();
    await nextTurn();
  }
}

const count = (visitor: string): number => begun.filter((each) => each === visitor).length;
const takeAll = (visitor: string, pages: number): ResponseDouble[] =>
  Array.from({ length: pages }, () => take(visitor));

describe('PageTurns', () => {
  it('begins as many pages of a visitor at once as the limit says, and the next when one is sent', async () => {
    const [first] = takeAll('one', runtimeLimits.pagesAtOnce + 2);
    takeAll('two', 1);
    await settled();
    expect([count('one'), count('two')]).toEqual([runtimeLimits.pagesAtOnce, 1]);
    first!.destroy();
    await settled();
    expect(count('one')).toBe(runtimeLimits.pagesAtOnce + 1);
  });

  it('begins one page of a visitor in a turn of the event loop', async () => {
    takeAll('one', 3);
    for (const expected of [1, 2, 3]) {
      await nextTurn();
      expect(count('one')).toBe(expected);
    }
  });

  it('begins no page of a visitor who has left, and passes the turn on', async () => {
    const running = takeAll('one', runtimeLimits.pagesAtOnce);
    const left = take('one');
    take('one');
    await settled();
    left.destroy();
    running[0]!.destroy();
    await settled();
    expect(begun.filter((each) => each.includes(':'))).toEqual(['one: The visitor has left.']);
    expect(count('one')).toBe(runtimeLimits.pagesAtOnce + 1);
  });

  it('gives a response one turn, and unknown visitors any number', async () => {
    const response = new ResponseDouble();
    for (let times = 0; times < 20; times += 1) {
      take('one', response);
      take('');
    }
    await settled();
    expect([count('one'), count('')]).toEqual([20, 20]);
  });

  it('closes the connection of a visitor who does not read a page in time', () => {
    const [unread, read] = [new ResponseDouble(), new ResponseDouble()];
    turns.endUnread(read as unknown as Response);
    read.destroy();
    expect(scheduler.tasks.size).toBe(0);
    turns.endUnread(unread as unknown as Response);
    scheduler.tasks.get(runtimeLimits.pageReadMs)!();
    expect(unread.closed).toBe(true);
  });
});
