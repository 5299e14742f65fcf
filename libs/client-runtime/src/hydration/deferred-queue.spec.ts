import { beforeEach, describe, expect, it } from '@jest/globals';
import { deferredQueueName, runtimeLimits } from '#page-protocol';
import type { DeferredDatum } from '#page-protocol';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { receiveDeferred } from './deferred-queue.ts';

const [ONE, TWO, THREE] = [1, 2, 3].map((number): DeferredDatum => ({
  segment: 0,
  name: `${number}`,
  data: number,
})) as [DeferredDatum, DeferredDatum, DeferredDatum];

class SpecWindow {
  readonly document: EventTarget & { readyState: string };
  [deferredQueueName]?: { push(...data: DeferredDatum[]): unknown };

  constructor(readyState: string) {
    this.document = Object.assign(new EventTarget(), { readyState, querySelectorAll: () => [] });
  }

  push(datum: DeferredDatum): void {
    (this[deferredQueueName] ??= []).push(datum);
  }

  complete(): void {
    this.document.readyState = 'interactive';
    this.document.dispatchEvent(new Event('DOMContentLoaded'));
  }
}

describe('receiveDeferred', () => {
  const scheduler = fresh(() => new FakeScheduler());
  let told: (DeferredDatum | 'end')[];

  beforeEach(() => {
    told = [];
  });

  function receive(window: SpecWindow): void {
    receiveDeferred(window as unknown as Window, scheduler, {
      settle: (datum) => told.push(datum),
      close: () => told.push('end'),
    });
  }

  it('hands over earlier data in order, and later data at once, also those pushed together', () => {
    const window = new SpecWindow('loading');
    window.push(ONE);
    window.push(TWO);
    receive(window);
    expect(told).toEqual([ONE, TWO]);
    window.push(THREE);
    expect(told).toEqual([ONE, TWO, THREE]);
    window[deferredQueueName]?.push(ONE, TWO);
    expect(told).toEqual([ONE, TWO, THREE, ONE, TWO]);
  });

  it('reports the end once, after all data', () => {
    const window = new SpecWindow('loading');
    window.push(ONE);
    receive(window);
    window.push(TWO);
    window.push(THREE);
    window.complete();
    window.complete();
    scheduler.pass(runtimeLimits.deferredDeadlineMs * 2);
    expect(told).toEqual([ONE, TWO, THREE, 'end']);
  });

  it.each(['interactive', 'complete'])(
    'reports the end at once, after queued data, when the document is %s',
    (readyState) => {
      const window = new SpecWindow(readyState);
      window.push(ONE);
      receive(window);
      expect(told).toEqual([ONE, 'end']);
      window.complete();
      expect(told).toHaveLength(2);
    },
  );

  it('reports the end of a document that stays incomplete, once no datum can come any more', () => {
    const window = new SpecWindow('loading');
    receive(window);
    scheduler.pass(runtimeLimits.deferredDeadlineMs);
    expect(told).toEqual([]);
    scheduler.pass(runtimeLimits.deferredDeadlineMs);
    expect(told).toEqual(['end']);
    window.complete();
    expect(told).toEqual(['end']);
  });

  it.each([undefined, { push: 1 }, 'text'])(
    'begins with an empty queue where the window has %j',
    (before) => {
      const window = new SpecWindow('loading');
      Object.assign(window, { [deferredQueueName]: before });
      receive(window);
      window.push(ONE);
      expect(told).toEqual([ONE]);
    },
  );
});
