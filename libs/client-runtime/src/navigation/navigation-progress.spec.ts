import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { createNavigationProgress } from './navigation-progress.ts';
import type { NavigationProgress, Progress } from './navigation-progress.ts';

describe('NavigationProgress', () => {
  let scheduler: FakeScheduler;
  let progress: NavigationProgress;
  let told: Progress[];

  beforeEach(() => {
    scheduler = new FakeScheduler();
    progress = createNavigationProgress(scheduler);
    told = [];
    progress.subscribe(() => told.push(progress.get()));
  });

  it('is idle at first', () => {
    expect(progress.get()).toEqual({ state: 'idle' });
  });

  it('reports nothing of a navigation that takes 99 ms', () => {
    progress.start('/b');
    scheduler.pass(99);
    progress.end();
    scheduler.pass(10_000);
    expect(told).toEqual([]);
  });

  it('reports target and source of a navigation after 100 ms', () => {
    const source = {};
    progress.start('/b', source);
    scheduler.pass(100);
    expect(told).toEqual([{ state: 'loading', to: '/b', source }]);
  });

  it('is loading after 3799 ms, and slow after 3800', () => {
    progress.start('/b');
    scheduler.pass(3799);
    expect(progress.get()).toMatchObject({ state: 'loading' });
    scheduler.pass(1);
    expect(progress.get()).toMatchObject({ state: 'slow', to: '/b' });
  });

  it('names the source of a slow navigation', () => {
    const source = {};
    progress.start('/b', source);
    scheduler.pass(3800);
    expect(progress.get()).toEqual({ state: 'slow', to: '/b', source });
  });

  it('stays slow, and reports that once', () => {
    progress.start('/b');
    scheduler.pass(60_000);
    expect(told.map(({ state }) => state)).toEqual(['loading', 'slow']);
  });

  it('stays loading for 300 ms from its report, although the page has come', () => {
    progress.start('/b');
    scheduler.pass(100);
    const loading = progress.get();
    progress.end();
    scheduler.pass(299);
    expect(progress.get()).toBe(loading);
    scheduler.pass(1);
    expect(progress.get()).toEqual({ state: 'idle' });
    expect(told).toHaveLength(2);
  });

  it('is idle with the end of the navigation after those 300 ms', () => {
    progress.start('/b');
    scheduler.pass(400);
    expect(progress.get()).toMatchObject({ state: 'loading' });
    progress.end();
    expect(progress.get()).toEqual({ state: 'idle' });
    expect(scheduler.waiting).toBe(0);
  });

  it('stays slow for 300 ms from its report', () => {
    progress.start('/b');
    scheduler.pass(3800);
    progress.end();
    scheduler.pass(299);
    expect(progress.get()).toMatchObject({ state: 'slow' });
    scheduler.pass(1);
    expect(told.map(({ state }) => state)).toEqual(['loading', 'slow', 'idle']);
  });

  it('does not become slow after the navigation has ended', () => {
    progress.start('/b');
    scheduler.pass(3700);
    progress.start('/c');
    progress.end();
    scheduler.pass(299);
    expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
    scheduler.pass(10_000);
    expect(told.map(({ state }) => state)).toEqual(['loading', 'loading', 'idle']);
  });

  it('reports nothing of an end without a navigation', () => {
    progress.end();
    expect(told).toEqual([]);
  });

  it('has no timer left after its end', () => {
    progress.start('/b');
    progress.end();
    expect(scheduler.waiting).toBe(0);
  });

  it('is the same object as long as nothing changes', () => {
    progress.start('/b');
    scheduler.pass(100);
    const before = progress.get();
    scheduler.pass(3000);
    expect(progress.get()).toBe(before);
  });

  it('is the same object whenever it is idle', () => {
    const before = progress.get();
    progress.start('/b');
    scheduler.pass(100);
    progress.end();
    scheduler.pass(300);
    expect(progress.get()).toBe(before);
  });

  describe('a navigation that replaces another', () => {
    it('counts its time from its own beginning', () => {
      progress.start('/b');
      scheduler.pass(99);
      progress.start('/c');
      scheduler.pass(99);
      expect(told).toEqual([]);
      scheduler.pass(1);
      expect(told).toEqual([{ state: 'loading', to: '/c', source: undefined }]);
    });

    it('is reported at once when the replaced one was', () => {
      progress.start('/b');
      scheduler.pass(100);
      progress.start('/c');
      expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
    });

    it('is reported once', () => {
      progress.start('/b');
      scheduler.pass(100);
      progress.start('/c');
      scheduler.pass(100);
      expect(told).toHaveLength(2);
    });

    it('follows without a gap an ended one that is still shown', () => {
      progress.start('/b');
      scheduler.pass(100);
      progress.end();
      scheduler.pass(200);
      progress.start('/c');
      expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
      scheduler.pass(200);
      progress.end();
      scheduler.pass(99);
      expect(told.map(({ state }) => state)).toEqual(['loading', 'loading']);
      scheduler.pass(1);
      expect(progress.get()).toEqual({ state: 'idle' });
    });

    it('is idle with its end when it has been reported for 300 ms', () => {
      progress.start('/b');
      scheduler.pass(100);
      progress.start('/c');
      scheduler.pass(300);
      expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
      progress.end();
      expect(progress.get()).toEqual({ state: 'idle' });
    });

    it('is not slow because the replaced one was', () => {
      progress.start('/b');
      scheduler.pass(3800);
      progress.start('/c');
      expect(progress.get()).toMatchObject({ state: 'loading', to: '/c' });
      scheduler.pass(3799);
      expect(progress.get()).toMatchObject({ state: 'loading' });
    });
  });

  describe('a navigation that is held', () => {
    it('is reported at once', () => {
      const source = {};
      progress.hold('/b', source);
      expect(told).toEqual([{ state: 'held', to: '/b', source }]);
    });

    it('is never slow', () => {
      progress.start('/b');
      progress.hold('/b');
      scheduler.pass(60_000);
      expect(progress.get()).toMatchObject({ state: 'held' });
    });

    it('stays for 300 ms from its report', () => {
      progress.start('/b');
      scheduler.pass(250);
      progress.hold('/b');
      progress.end();
      scheduler.pass(299);
      expect(progress.get()).toMatchObject({ state: 'held' });
      scheduler.pass(1);
      expect(progress.get()).toEqual({ state: 'idle' });
    });

    it('is loading when it goes on', () => {
      progress.hold('/b');
      progress.start('/b');
      expect(progress.get()).toMatchObject({ state: 'loading' });
    });
  });

  describe('listeners', () => {
    it('are all notified', () => {
      let others = 0;
      progress.subscribe(() => (others += 1));
      progress.hold('/b');
      expect([told.length, others]).toEqual([1, 1]);
    });

    it('are not notified after they have unsubscribed', () => {
      let others = 0;
      const unsubscribe = progress.subscribe(() => (others += 1));
      unsubscribe();
      progress.hold('/b');
      expect([told.length, others]).toEqual([1, 0]);
    });
  });
});
