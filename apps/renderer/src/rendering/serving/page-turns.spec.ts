import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
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
  timeoutMs = 0;

  setTimeout(timeoutMs: number, onTimeout: () => void): void {
    this.timeoutMs = timeoutMs;
    this.once('timeout', onTimeout);
  }

  destroy(): void {
    this.closed = true;
    this.emit('close');
  }
}

const toResponse = (double: ResponseDouble) => double as unknown as Response;

let scheduler: HandScheduler;
let turns: PageTurns;
let begun: string[];

beforeEach(() => {
  scheduler = new HandScheduler();
  turns = new PageTurns({ visitor: ({ url }) => url || undefined } as RenderingOptions, scheduler);
  begun = [];
});

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: PassThrough;
}

function take(visitor: string, response = new ResponseDouble(), sent: Sent = { headers: {} }) {
  const { body = new PassThrough(), headers } = sent;
  const request: unknown = Object.assign(body, { url: visitor, headers });
  const taken = turns.take(request as Request, toResponse(response));
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

  it.each([
    ['are small', { 'content-length': '6' }, 0, 8],
    ['are large', { 'content-length': '10000000' }, 8, 9],
    ['have no length', { 'transfer-encoding': 'chunked' }, 8, 9],
  ])('keeps no page waiting for bodies that %s', async (_, headers, before, after) => {
    const bodies = Array.from({ length: 9 }, () => new PassThrough());
    for (const body of bodies) take('one', undefined, { headers, body });
    for (const body of bodies) body.write('{ "a');
    await settled();
    expect(count('one')).toBe(before);
    take('one');
    await settled();
    expect(count('one')).toBe(before + 1);
    for (const body of bodies) body.write('":');
    await settled();
    expect(count('one')).toBe(after);
    expect(bodies[0]!.read(6)?.toString()).toBe('{ "a":');
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

  it('forgets a visitor without requests', async () => {
    const visitors: ReadonlyMap<string, unknown> = Reflect.get(turns, 'visitors');
    const responses = takeAll('one', runtimeLimits.pagesAtOnce + 1);
    await settled();
    expect([...visitors.keys()]).toEqual(['one']);
    for (const response of responses) response.destroy();
    await settled();
    expect(visitors.size).toBe(0);
  });

  it('passes the turn of a download on that is read for long, and once', async () => {
    const [download] = takeAll('one', runtimeLimits.pagesAtOnce + 2);
    await settled();
    turns.endUnread(toResponse(download!), true);
    scheduler.tasks.get(runtimeLimits.pageReadMs)!();
    await settled();
    expect(download!.closed).toBe(false);
    download!.destroy();
    await settled();
    expect(count('one')).toBe(runtimeLimits.pagesAtOnce + 1);
  });

  it('closes the connection of a visitor who reads nothing of a page for long', () => {
    const response = new ResponseDouble();
    turns.endUnread(toResponse(response));
    expect(response.timeoutMs).toBe(runtimeLimits.pageReadMs);
    response.emit('timeout');
    expect(response.closed).toBe(true);
  });
});
