import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createNavigationProgress } from './navigation-progress.ts';
import type { Progress } from './navigation-progress.ts';

describe('NavigationProgress', () => {
  const scheduler = fresh(() => new FakeScheduler());
  const progress = fresh(() => createNavigationProgress(scheduler));
  let told: Progress[];

  beforeEach(() => {
    told = [];
    progress.subscribe(() => told.push(progress.get()));
  });

  const states = (): string[] => told.map(({ state }) => state);

  function start(ms: number, to = '/b', source?: object): void {
    progress.start(to, source);
    scheduler.pass(ms);
  }

  it('is idle at first, the same object whenever it is, and reports nothing of an end', () => {
    const before = progress.get();
    expect(before).toEqual({ state: 'idle' });
    progress.end();
    expect(told).toEqual([]);
    start(100);
    progress.end();
    scheduler.pass(300);
    expect(progress.get()).toBe(before);
  });

  it('reports nothing of a navigation that takes 99 ms, and leaves no timer', () => {
    start(99);
    progress.end();
    expect(scheduler.waiting).toBe(0);
    scheduler.pass(10_000);
    expect(told).toEqual([]);
  });

  it('is loading after 100 ms, the same object after 3799, slow after 3800, and reports each once', () => {
    const source = {};
    start(100, '/b', source);
    const loading = progress.get();
    expect(loading).toEqual({ state: 'loading', to: '/b', source });
    scheduler.pass(3699);
    expect(progress.get()).toBe(loading);
    scheduler.pass(1);
    expect(progress.get()).toEqual({ state: 'slow', to: '/b', source });
    scheduler.pass(60_000);
    expect(states()).toEqual(['loading', 'slow']);
  });

  it.each([
    [100, ['loading', 'idle']],
    [3800, ['loading', 'slow', 'idle']],
  ])('stays for 300 ms from its report after %i ms, though the page has come', (ms, all) => {
    start(ms);
    const before = progress.get();
    progress.end();
    scheduler.pass(299);
    expect(progress.get()).toBe(before);
    scheduler.pass(1);
    expect(progress.get()).toEqual({ state: 'idle' });
    expect(states()).toEqual(all);
  });

  it('is idle with the end of the navigation after those 300 ms', () => {
    start(400);
    expect(progress.get()).toMatchObject({ state: 'loading' });
    progress.end();
    expect(progress.get()).toEqual({ state: 'idle' });
    expect(scheduler.waiting).toBe(0);
  });

  it('does not become slow after the navigation has ended', () => {
    start(3700);
    progress.start('/c');
    progress.end();
    scheduler.pass(299);
    expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
    scheduler.pass(10_000);
    expect(states()).toEqual(['loading', 'loading', 'idle']);
  });

  describe('a navigation that replaces another', () => {
    it('counts its time from its own beginning', () => {
      start(99);
      start(99, '/c');
      expect(told).toEqual([]);
      scheduler.pass(1);
      expect(told).toEqual([{ state: 'loading', to: '/c', source: undefined }]);
    });

    it('is reported at once, and once, when the replaced one was, and idle with its end', () => {
      start(100);
      progress.start('/c');
      expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
      scheduler.pass(300);
      expect(told).toHaveLength(2);
      progress.end();
      expect(progress.get()).toEqual({ state: 'idle' });
    });

    it('follows without a gap an ended one that is still shown', () => {
      start(100);
      progress.end();
      scheduler.pass(200);
      progress.start('/c');
      expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
      scheduler.pass(200);
      progress.end();
      scheduler.pass(99);
      expect(states()).toEqual(['loading', 'loading']);
      scheduler.pass(1);
      expect(progress.get()).toEqual({ state: 'idle' });
    });

    it('is not slow because the replaced one was', () => {
      start(3800);
      progress.start('/c');
      expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
      scheduler.pass(3799);
      expect(progress.get()).toMatchObject({ state: 'loading' });
    });
  });

  describe('a navigation that is held', () => {
    it('is reported at once, never slow, and loading when it goes on', () => {
      const source = {};
      progress.hold('/b', source);
      expect(told).toEqual([{ state: 'held', to: '/b', source }]);
      progress.start('/b');
      expect(progress.get()).toMatchObject({ state: 'loading' });
      progress.hold('/b');
      scheduler.pass(60_000);
      expect(progress.get()).toMatchObject({ state: 'held' });
    });

    it('stays for 300 ms from its report', () => {
      start(250);
      progress.hold('/b');
      progress.end();
      scheduler.pass(299);
      expect(progress.get()).toMatchObject({ state: 'held' });
      scheduler.pass(1);
      expect(progress.get()).toEqual({ state: 'idle' });
    });
  });

  it('notifies all listeners, until they unsubscribe', () => {
    let others = 0;
    const unsubscribe = progress.subscribe(() => (others += 1));
    progress.hold('/b');
    expect([told.length, others]).toEqual([1, 1]);
    unsubscribe();
    progress.hold('/c');
    expect([told.length, others]).toEqual([2, 1]);
  });
});
