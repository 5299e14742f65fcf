import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ShownPage } from '../cache/shown-page.ts';
import type { OutOfSight } from '../history/out-of-sight.ts';
import type { Scene } from '../navigation/stage.ts';
import { FakeDocument } from '../testing/fake-document.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createReactStage } from './react-stage.ts';
import type { Picture, ReactStage } from './react-stage.ts';

describe('ReactStage', () => {
  let stage: ReactStage;
  const window = fresh(() => new FakeWindow());

  let pictures: Picture[];
  let told: unknown[];

  const outOfSight: OutOfSight = {
    prepare: () => () => void told.push('prepared'),
    commit: (isUncovered) => void told.push(isUncovered ? 'uncover' : 'hide'),
    changed: (onIdle) => void told.push(onIdle),
  };

  beforeEach(() => {
    window.document = new FakeDocument();
    setReducedMotion(false);
    told = [];
    stage = createReactStage(window.window);
    pictures = [];
    stage.commit({ scenes: [toScene(0)] });
    stage.start((picture) => void pictures.push(picture));
  });

  function setReducedMotion(matches: boolean): void {
    Object.assign(window, { matchMedia: () => ({ matches }) });
  }

  function toScene(stay: number, rest: Partial<Scene> = {}, status = 200): Scene {
    const page: ShownPage = { url: `/${stay}`, status, segments: [] };
    return { page, stay, address: `/${stay}`, ...rest };
  }

  function commit(): void {
    const picture = pictures.at(-1);
    if (!picture) throw new Error('Nothing was rendered.');
    stage.commit(picture);
    stage.changed(picture);
  }

  function show(stay: number, rest: Partial<Scene> = {}): void {
    stage.show(toScene(stay, rest));
    commit();
  }

  const stays = (): number[] => pictures.at(-1)?.scenes.map(({ stay }) => stay) ?? [];

  it('keeps the three pages that were left last, the last one first', () => {
    for (const stay of [1, 2, 3, 4]) show(stay);
    expect(stays()).toEqual([4, 3, 2, 1]);
    show(2);
    expect(stays()).toEqual([2, 4, 3, 1]);
    show(5);
    expect(stays()).toEqual([5, 2, 4, 3]);
  });

  it('keeps no outcome, no shell, and no page that was never shown', () => {
    stage.show(toScene(1, {}, 404));
    commit();
    show(2, { page: { url: '/2', status: 200, segments: [], isShell: true } });
    stage.show(toScene(3));
    stage.show(toScene(4));
    commit();
    expect(stays()).toEqual([4, 0]);
  });

  it('forgets all pages but the shown one, and the one on its way', () => {
    show(1);
    stage.forget();
    expect(stays()).toEqual([1]);
    commit();
    stage.show(toScene(2));
    stage.forget();
    expect(stays()).toEqual([2, 1]);
  });

  it('notifies a scene once that it is committed', () => {
    const calls: string[] = [];
    stage.show(toScene(1, { onCommit: () => calls.push('commit') }));
    commit();
    stage.move('/1#part');
    commit();
    expect(calls).toEqual(['commit']);
  });

  describe('a prepared page', () => {
    it('is rendered behind the shown page, and in front when it is shown itself', () => {
      show(1);
      stage.prepare(toScene(2), outOfSight);
      expect(stays()).toEqual([1, 2, 0]);
      commit();
      show(2);
      expect(stays()).toEqual([2, 1, 0]);
      show(3);
      expect(stays()).toEqual([3, 2, 1, 0]);
    });

    it('has its boxes made by its preparation, which is told of every later change', () => {
      show(1);
      expect(told).toEqual([]);
      stage.prepare(toScene(2), outOfSight);
      pictures.at(-1)?.scenes[1]?.onPrepared?.();
      commit();
      expect(told).toEqual(['prepared', 'hide', expect.any(Function)]);
      told.length = 0;
      show(2);
      expect(told).toEqual(['uncover', expect.any(Function)]);
    });

    it('keeps its place in the document when it is shown, until the browser is idle', () => {
      stage.prepare(toScene(1), outOfSight);
      commit();
      show(1);
      expect(pictures.at(-1)?.scenes[0].isUncovered).toBe(true);
      (told.at(-1) as () => void)();
      expect(pictures.at(-1)?.scenes[0].isUncovered).toBeUndefined();
      expect(stays()).toEqual([1, 0]);
    });

    it('gives way to another prepared page, and does not count as a page that was left', () => {
      stage.prepare(toScene(1), outOfSight);
      commit();
      stage.prepare(toScene(2), outOfSight);
      commit();
      expect(stays()).toEqual([0, 2]);
      for (const stay of [3, 4, 5, 6]) show(stay);
      expect(stays()).toEqual([6, 2, 5, 4, 3]);
    });

    it('waits for a page that is on its way, and is forgotten with the other pages', () => {
      stage.show(toScene(1));
      stage.prepare(toScene(2), outOfSight);
      expect(stays()).toEqual([1, 0]);
      commit();
      stage.prepare(toScene(2), outOfSight);
      commit();
      expect(stays()).toContain(2);
      stage.forget();
      expect(stays()).toEqual([1]);
    });
  });

  describe('a move', () => {
    it('fades over each time, and no other change does', () => {
      show(1, { isMove: true });
      const first = pictures.at(-1);
      expect(first?.isMove).toBe(true);
      show(2);
      expect(pictures.at(-1)).toMatchObject({ isMove: false, isMarked: first?.isMarked });
      show(3, { isMove: true });
      expect(pictures.at(-1)).toMatchObject({ isMove: true, isMarked: !first?.isMarked });
    });

    it('does not fade for visitors who want less motion', () => {
      setReducedMotion(true);
      show(1, { isMove: true });
      expect(pictures.at(-1)).toMatchObject({ isMove: false, isMarked: false });
    });
  });
});
