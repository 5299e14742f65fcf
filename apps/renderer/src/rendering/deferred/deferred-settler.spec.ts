import 'reflect-metadata';
import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { ErrataError, serverErrorText } from '#shared';
import type { Address, DeferredDatum } from '#shared';
import type { Request, Response } from 'express';
import { fresh } from '../../../../../test/support/fresh.ts';
import { HandTime } from '../../../../../test/support/hand-time.ts';
import type { Chain } from '../chain/chain.ts';
import type { LayoutContext } from '../chain/layout-context.ts';
import { toHeldSegment, toLoadedSegment } from '../chain/loaded-segment.ts';
import { whenSent } from '../pages/when-sent.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { toOutcome } from '../outcomes/outcome.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import { OutcomeSegments } from '../outcomes/outcome-segments.ts';
import { RedirectTargets } from '../outcomes/redirect-targets.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import type { RenderingOptions } from '../rendering.options.ts';
import { Deadline } from '../chain/deadline.ts';
import { DeferredSettler } from './deferred-settler.ts';

const DEADLINE_MS = 30_000;

class NotingFaultLog extends FaultLog {
  readonly errors: unknown[] = [];

  override report(error: unknown): Outcome {
    this.errors.push(error);
    return toOutcome(error);
  }
}

const REQUEST = {
  url: '/late',
  protocol: 'http',
  headers: { host: 'localhost' },
  headersDistinct: {},
} as unknown as Request;

const CHAIN: Chain = {
  layouts: [
    { view: 'a/outer.layout', outcomeViews: { 404: 'a/outer-missing.page' } },
    { view: 'a/inner.layout', outcomeViews: { 404: 'a/inner-missing.page' } },
  ] as LayoutContext[],
  ownOutcomeViews: [{ 404: 'a/own-missing.page' }],
};

function load(view: string, props: object): LoadedSegment {
  return toLoadedSegment({ key: view, view }, {}, props);
}

const never = (): Promise<never> => new Promise(() => undefined);

describe('DeferredSettler', () => {
  let mayRedirect: boolean;
  let isSent: boolean;
  const time = fresh(() => new HandTime());
  const faults = fresh(() => new NotingFaultLog({} as never, {} as never));
  let response: EventEmitter & { destroyed: boolean };

  beforeEach(() => {
    mayRedirect = false;
    isSent = true;
    response = Object.assign(new EventEmitter(), { destroyed: false });
  });

  function settle(...segments: LoadedSegment[]): Promise<DeferredDatum>[] {
    const options = { development: false, basePath: '/base', publicOrigin: 'http://localhost' };
    const outcomes = new OutcomeSegments(options as RenderingOptions);
    const targets = new RedirectTargets(options as RenderingOptions);
    const settler = new DeferredSettler(faults, outcomes, new Deadline(time), targets);
    const parts = { chain: CHAIN, segments, isSent };
    return settler.settle(parts, REQUEST, response as unknown as Response, mayRedirect);
  }

  function settleOne(value: Promise<unknown>): Promise<DeferredDatum> {
    return settle(load('a/b.page', { late: value }))[0] as Promise<DeferredDatum>;
  }

  it('gives a line for each deferred datum, in the order of segments, by its place in the answer', async () => {
    expect(settle(load('a/b.page', { eager: 1 }))).toEqual([]);
    const lines = settle(
      load('a/outer.layout', { eager: 1, one: Promise.resolve(1) }),
      toHeldSegment({ key: 'a/inner.layout', view: 'a/inner.layout' }),
      load('a/b.page', { two: Promise.resolve([2]), three: Promise.resolve('3') }),
    );
    expect(await Promise.all(lines)).toEqual([
      { segment: 0, name: 'one', data: 1 },
      { segment: 2, name: 'two', data: [2] },
      { segment: 2, name: 'three', data: '3' },
    ]);
  });

  it('begins what waits until it is sent, once, and not for a prefetch', async () => {
    let begun = 0;
    const segment = load('a/b.page', { late: whenSent(() => (begun += 1)) });
    isSent = false;
    expect(settle(segment)).toEqual([]);
    expect(begun).toBe(0);
    isSent = true;
    const lines = await Promise.all([...settle(segment), ...settle(segment)]);
    expect(lines.map((line) => 'data' in line && line.data)).toEqual([1, 1]);
  });

  it.each([undefined, null])('turns %p into null, since a line would lose it', async (value) => {
    expect(await settleOne(Promise.resolve(value))).toEqual({
      segment: 0,
      name: 'late',
      data: null,
    });
  });

  it('settles each datum by itself', async () => {
    const [slow, fast] = settle(load('a/b.page', { slow: never(), fast: Promise.resolve(1) }));
    await expect(fast).resolves.toMatchObject({ data: 1 });
    expect(await Promise.race([slow, turn('waits')])).toBe('waits');
  });

  describe('a datum that fails or redirects', () => {
    it.each([
      ['a/outer.layout', 'a/outer-missing.page'],
      ['a/inner.layout', 'a/inner-missing.page'],
      ['a/b.page', 'a/own-missing.page'],
    ])('gets the nearest outcome view of the segment %s: %s', async (view, outcomeView) => {
      const gone = Promise.reject(new NotFoundException('a secret'));
      const [line] = await Promise.all(settle(load(view, { gone })));
      expect(line).toEqual({
        segment: 0,
        name: 'gone',
        outcome: {
          status: 404,
          view: outcomeView,
          data: { status: 404, title: 'Not found', detail: 'Not found.' },
        },
      });
    });

    it.each([
      ['/there?x=1', '/base/there?x=1'],
      ['http://example.com/', 'http://example.com/'],
    ])('leads to %s, which is no fault', async (address, location) => {
      const line = await settleOne(Promise.reject(new RedirectException(address as Address, 307)));
      expect(line).toMatchObject({
        outcome: { status: 307, view: 'rendering/moved.page', data: { location } },
      });
      expect(faults.errors).toEqual([]);
    });

    it.each(['javascript:alert(1)', '/late'])(
      'becomes a fault when it redirects to %s',
      async (address) => {
        const line = await settleOne(Promise.reject(new RedirectException(address as Address)));
        expect(line).toMatchObject({ outcome: { status: 500 } });
        expect(faults.errors).toHaveLength(1);
      },
    );

    it('leaves a redirect to the answer while the answer may redirect', async () => {
      mayRedirect = true;
      const redirect = new RedirectException('/there' as Address);
      await expect(settleOne(Promise.reject(redirect))).rejects.toBe(redirect);
      expect(faults.errors).toEqual([]);
    });

    it('reports its fault, and shows the digest alone', async () => {
      const error = new Error('a secret');
      const line = await settleOne(Promise.reject(error));
      const { digest } = toOutcome(error).fault ?? {};
      expect(faults.errors).toEqual([error]);
      expect(line).toMatchObject({
        outcome: { status: 500, data: { digest, detail: serverErrorText } },
      });
      expect(JSON.stringify(line)).not.toContain('secret');
    });

    it('becomes a fault when its value cannot travel as JSON', async () => {
      const circular: { self?: unknown } = {};
      circular.self = circular;
      for (const value of [circular, [1n]])
        expect(await settleOne(Promise.resolve(value))).toMatchObject({ outcome: { status: 500 } });
      expect(faults.errors).toHaveLength(2);
    });

    it('reports no fault once the visitor has left', async () => {
      let reject!: (error: Error) => void;
      const line = settleOne(new Promise((_resolve, onError) => (reject = onError)));
      await turn();
      response.destroyed = true;
      response.emit('close');
      reject(new DOMException('aborted', 'AbortError'));
      expect(await line).toMatchObject({ outcome: { status: 500 } });
      expect(faults.errors).toEqual([]);
    });
  });

  describe('the deadline of deferred data', () => {
    it('makes a fault of a datum that has not settled in time, reported once, though it fails later', async () => {
      let reject!: (error: Error) => void;
      const line = settleOne(new Promise((_resolve, onError) => (reject = onError)));
      await time.pass(DEADLINE_MS - 1);
      expect(faults.errors).toEqual([]);
      await time.pass(1);
      expect(await line).toMatchObject({
        outcome: { status: 504, data: { detail: 'This part of the page took too long.' } },
      });
      await time.pass(DEADLINE_MS);
      reject(new Error('too late'));
      await turn();
      expect(faults.errors).toEqual([new ErrataError('page.datum_late')]);
    });

    it('keeps a datum that settled in the last millisecond', async () => {
      let resolve!: (value: number) => void;
      const line = settleOne(new Promise((onValue) => (resolve = onValue)));
      await time.pass(DEADLINE_MS - 1);
      resolve(1);
      await turn();
      await time.pass(1);
      expect(await line).toMatchObject({ data: 1 });
    });

    it('is cancelled for each datum that has settled', async () => {
      const failed = Promise.reject(new Error('failed'));
      const lines = settle(load('a/b.page', { sound: Promise.resolve(1), failed, slow: never() }));
      await Promise.all(lines.slice(0, 2));
      expect(time.dueInMs).toHaveLength(1);
    });
  });
});
