import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { liveLimits } from '#shared';
import { fresh } from '../../../../../test/support/fresh.ts';
import { HandTime } from '../../../../../test/support/hand-time.ts';
import { ChangeSource } from './change-source.ts';
import type { Audience } from './change-source.ts';
import { LiveStreams } from './live-streams.ts';

class Source extends ChangeSource {
  readonly versions = new Map<string, number>();
  reads = 0;
  asked: string[] = [];
  readonly standings = new Map<string, string | undefined>();
  isAway = false;
  pause = async (): Promise<void> => {};

  override async readVersions(): Promise<ReadonlyMap<string, number>> {
    this.reads += 1;
    await this.pause();
    if (this.isAway) throw new Error('away');
    return new Map(this.versions);
  }

  override async findAudience({ url }: Request): Promise<Audience | undefined> {
    this.asked.push(url);
    const standing = this.standings.has(url) ? this.standings.get(url) : url;
    if (standing === undefined) return undefined;
    return { who: url.split('#')[0] ?? '', standing, mayFollow: (tag) => this.isFor(tag, url) };
  }

  isFor(tag: string, url: string): boolean {
    if (url === 'odd' && tag !== 'a') throw new Error('odd');
    return tag !== 'secret' || url === 'owner';
  }

  raise(tag: string): void {
    this.versions.set(tag, (this.versions.get(tag) ?? 0) + 1);
  }
}

class Answer extends EventEmitter {
  text = '';
  writableLength = 0;
  destroyed = false;
  isEnded = false;
  status = () => this;
  set = () => this;
  type = () => this;
  flushHeaders = (): void => {};

  write(text: string): void {
    this.text += text;
  }

  end(): void {
    this.isEnded = true;
    this.emit('close');
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }

  take(): string[][] {
    const told = [...this.text.matchAll(/data: (.*)\n\n/g)];
    this.text = '';
    return told.map(([, json = '']) => (JSON.parse(json) as { tags: string[] }).tags);
  }
}

describe('LiveStreams', () => {
  const time = fresh(() => new HandTime());
  const source = fresh(() => new Source());
  let streams: LiveStreams;

  beforeEach(() => {
    Logger.overrideLogger(false);
    source.raise('a');
    source.raise('secret');
    streams = new LiveStreams(source, time, time);
  });

  async function open(who = 'ada', missedMs = 0): Promise<Answer> {
    const answer = new Answer();
    const request = { url: who } as Request;
    const refusal = await streams.open(request, answer as unknown as Response, missedMs);
    if (refusal) throw new Error(refusal);
    return answer;
  }

  it('reads no changes while nobody listens', async () => {
    await time.pass(5000);
    const answer = await open();
    await time.pass(3000);
    expect(source.reads).toBe(4);
    answer.end();
    await time.pass(5000);
    expect([source.reads, time.dueInMs]).toEqual([5, []]);
  });

  it('plans its turns outside of the request that listens first', async () => {
    const request = new AsyncLocalStorage<string>();
    const plan = time.runAfter.bind(time);
    const planners: unknown[] = [];
    time.runAfter = (...planned) => {
      planners.push(request.getStore());
      return plan(...planned);
    };
    await request.run('ada', () => open());
    expect(planners).toEqual([undefined]);
  });

  it('tells each listener the changes that the listener may know', async () => {
    const [ada, owner] = [await open('ada'), await open('owner')];
    await time.pass(5000);
    ada.take();
    owner.take();
    source.raise('secret');
    await time.pass(1000);
    expect([ada.take(), owner.take()]).toEqual([[], [['secret']]]);
    source.raise('a');
    source.raise('a');
    await time.pass(1000);
    expect([ada.take(), owner.take()]).toEqual([[['a']], [['a']]]);
  });

  it('tells a new listener at first the changes that the listener missed', async () => {
    const first = await open();
    // The first listener gets all tags, because no earlier versions are known.
    expect(first.take()).toEqual([['a']]);
    await time.pass(60_000);
    expect((await open('bob', 10_000)).take()).toEqual([]);
    source.raise('a');
    await time.pass(20_000);
    expect((await open('bob', 10_000)).take()).toEqual([]);
    expect((await open('bob', 20_000)).take()).toEqual([['a']]);
    expect((await open('bob', Infinity)).take()).toEqual([['a']]);
  });

  it('tells at first the changes that came while nobody listened', async () => {
    const first = await open();
    first.end();
    await time.pass(60_000);
    expect((await open('ada', 1000)).take()).toEqual([]);
    streams.end();
    streams = new LiveStreams(source, time, time);
    (await open()).end();
    await time.pass(60_000);
    source.raise('a');
    expect((await open('ada', 100)).take()).toEqual([['a']]);
  });

  it('forgets tags that are gone', async () => {
    const answer = await open();
    source.versions.delete('a');
    await time.pass(1000);
    answer.take();
    expect((await open('bob', Infinity)).take()).toEqual([]);
  });

  it('sends a sign of life every 15 seconds', async () => {
    const answer = await open();
    await time.pass(46_000);
    expect(answer.text.split(':\n\n')).toHaveLength(5);
  });

  it.each([3, 20])(
    'sends signs of life in time when reading the changes takes %i seconds',
    async (seconds) => {
      const answer = await open();
      source.pause = () => new Promise((resolve) => void time.runAfter(seconds * 1000, resolve));
      for (let round = 0; round < 5; round += 1) {
        answer.text = '';
        await time.pass(liveLimits.silentMs - 1);
        expect(answer.text).toContain(':\n\n');
      }
    },
  );

  it('checks every listener within 10 seconds, and ends the connection when the rights have changed', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `user ${index}`);
    const answers = new Map<string, Answer>();
    for (const name of names) answers.set(name, await open(name));
    source.asked = [];
    await time.pass(liveLimits.checkedWithinMs);
    expect(new Set(source.asked)).toEqual(new Set(names));
    source.standings.set('user 3', 'user 3 with fewer rights');
    source.standings.set('user 17', undefined);
    await time.pass(liveLimits.checkedWithinMs);
    const ended = names.filter((name) => answers.get(name)?.isEnded);
    expect([ended, streams.size]).toEqual([['user 3', 'user 17'], 23]);
  });

  it('goes on after the changes could not be read for a while', async () => {
    const answer = await open();
    answer.take();
    source.isAway = true;
    await time.pass(3000);
    source.raise('a');
    source.isAway = false;
    await time.pass(1000);
    expect(answer.take()).toEqual([['a']]);
  });

  it('ends a listener whom the product cannot judge, and tells the others', async () => {
    source.versions.delete('secret');
    const [odd, ada] = [await open('odd'), await open('ada')];
    await time.pass(1000);
    ada.take();
    source.raise('b');
    await time.pass(1000);
    expect([odd.isEnded, ada.take()]).toEqual([true, [['b']]]);
    source.raise('a');
    await time.pass(1000);
    expect([ada.take(), streams.size]).toEqual([[['a']], 1]);
    expect((await open('odd', Infinity)).isEnded).toBe(true);
  });

  it('refuses no listener for good when the changes cannot be read at first', async () => {
    source.isAway = true;
    await expect(open()).rejects.toThrow('away');
    source.isAway = false;
    expect((await open()).take()).toEqual([['a']]);
  });

  it('ends a listener that takes no data', async () => {
    const answer = await open();
    answer.writableLength = liveLimits.bufferedBytes + 1;
    source.raise('a');
    await time.pass(1000);
    expect([answer.destroyed, streams.size]).toEqual([true, 0]);
  });

  it('ends all listeners when the process ends, and takes no more', async () => {
    const answer = await open();
    streams.end();
    expect([answer.isEnded, time.dueInMs]).toEqual([true, []]);
    await expect(open()).rejects.toThrow('ending');
  });

  it.each([
    ['not-allowed', () => source.standings.set('ada', undefined)],
    ['no-source', () => (streams = new LiveStreams(undefined, time, time))],
  ])('refuses a listener with "%s"', async (refusal, prepare) => {
    prepare();
    await expect(open()).rejects.toThrow(refusal);
  });

  it('refuses listeners beyond its limit', async () => {
    for (let count = 0; count < liveLimits.connections; count += 1) await open(`user ${count}`);
    await expect(open()).rejects.toThrow('too-many');
  });

  it('refuses more than 20 listeners of one person, also when they ask at the same time', async () => {
    const { connectionsOfPerson: most } = liveLimits;
    const asked = Array.from({ length: most + 5 }, (_, count) => open(`ada#${count}`));
    const opened = (await Promise.allSettled(asked)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    expect([opened.length, streams.size]).toEqual([most, most]);
    await open('bob');
    opened[0]?.end();
    await open('ada');
    await expect(open('ada')).rejects.toThrow('too-many');
  });
});
