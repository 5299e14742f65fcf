import { describe, expect, it } from '@jest/globals';
import type { Breadcrumb, NormalisedEvent } from '#shared';
import { type Surroundings, withSurroundings } from './with-surroundings.ts';

const crumb = (timestampMs: number | undefined, message: string): Breadcrumb => ({
  ...(timestampMs === undefined ? {} : { timestampMs }),
  type: 'default',
  category: 'console',
  level: 'info',
  message,
});

const log = (atMs: number, text: string, traits = {}): Surroundings['logs'][number] => ({
  atMs,
  level: 'warning',
  text,
  projectSlug: 'web',
  isOfTrace: true,
  facts: { said: {}, ofSdk: {} },
  ...traits,
});

const list = (breadcrumbs: readonly Breadcrumb[], beside: Partial<Surroundings>) =>
  withSurroundings(
    { breadcrumbs } as NormalisedEvent,
    { logs: [], others: [], ...beside },
    'web',
  ).breadcrumbs.map(({ category, message }) => [category, message]);

describe('withSurroundings', () => {
  it('puts logs and steps of other events among the breadcrumbs, in order of time', () => {
    const others = [
      { atMs: 15, from: 'browser (shop)', kind: 'Click', level: 'info', text: 'Pay' },
      { atMs: 40, from: 'browser (shop)', kind: 'Error', level: 'error', text: 'Error: no money' },
    ] as const;
    const logs = [
      log(20, 'declined'),
      log(30, 'nearby', { isOfTrace: false }),
      log(5, 'of the api', { projectSlug: 'api' }),
    ];
    expect(
      list([crumb(10, 'first'), crumb(undefined, 'without a time')], { logs, others }),
    ).toEqual([
      ['log (api)', 'of the api'],
      ['console', 'first'],
      ['console', 'without a time'],
      ['browser (shop)', 'Click: Pay'],
      ['log', 'declined'],
      ['log nearby', 'nearby'],
      ['browser (shop)', 'Error: no money'],
    ]);
  });

  it('shows a step once that two sources report', () => {
    const others = [
      { atMs: 10, from: 'server (web)', kind: 'Log', level: 'info', text: 'first' },
    ] as const;
    const logs = [log(520, 'printed')];
    expect(list([crumb(10, 'first'), crumb(500, 'printed')], { logs, others })).toEqual([
      ['console', 'first'],
      ['log', 'printed'],
    ]);
  });

  it('keeps apart what the SDK of a log tells about itself, and places an event of whole seconds', () => {
    const facts = { said: { cart: 7 }, ofSdk: { 'thread.id': 1 } };
    const event = { occurredAtMs: 2000, receivedAtMs: 2500, breadcrumbs: [] as Breadcrumb[] };
    const beside = { logs: [log(2100, 'paid', { facts })], others: [] };
    expect(withSurroundings(event as unknown as NormalisedEvent, beside, 'web')).toMatchObject({
      occurredAtMs: 2500,
      breadcrumbs: [{ timestampMs: 2100, data: facts.said, ofSdk: facts.ofSdk }],
    });
  });
});
