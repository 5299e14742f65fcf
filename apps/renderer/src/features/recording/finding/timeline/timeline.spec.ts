import { to } from '#shared';
import { describe, expect, it } from '@jest/globals';
import type { Breadcrumb, NormalisedEvent } from '#shared';
import { bareEvent } from '../../../../../test/support/issue-page-props.ts';
import { toTimeline } from './timeline.ts';
import type { TracedEvent } from './timeline.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

function traced({
  event,
  ...rest
}: Partial<Omit<TracedEvent, 'event'>> & { event?: Partial<NormalisedEvent> } = {}): TracedEvent {
  return {
    projectSlug: 'shop',
    href: to('/issues/:id', { id: 1 }),
    ...rest,
    event: {
      ...bareEvent,
      eventId: '1'.repeat(32),
      occurredAtMs: NOON_MS,
      receivedAtMs: NOON_MS + 500,
      platform: 'javascript',
      title: { type: 'Error', value: 'boom', place: '' },
      ...event,
    },
  };
}

const crumb = (category: string, atMs: number | undefined, message = 'x'): Breadcrumb => ({
  type: 'default',
  category,
  level: 'info',
  message,
  ...(atMs === undefined ? {} : { timestampMs: atMs }),
});

const textsOf = (events: readonly TracedEvent[]): string[] =>
  toTimeline(events).steps.map(({ kind, text }) => `${kind}: ${text}`);

describe('toTimeline', () => {
  it('shows a step once when several events report it', () => {
    const breadcrumbs = [crumb('ui.click', NOON_MS - 9, 'button'), crumb('fetch', NOON_MS - 5)];
    const events = [1, 2].map((id) =>
      traced({ href: to('/issues/:id', { id }), event: { breadcrumbs } }),
    );
    expect(textsOf(events)).toEqual([
      'Click: button',
      'Request: x',
      'Error: Error: boom',
      'Error: Error: boom',
    ]);
  });

  it.each([
    ['navigation', 'Page'],
    ['ui.input', 'Typing'],
    ['sentry.event', 'Reported'],
    ['console', 'Log'],
    ['django.db', 'Database'],
    ['httplib', 'Request'],
    ['anything.else', 'Step'],
  ])('calls a breadcrumb of category %s a step of kind %s', (category, kind) => {
    const event = { breadcrumbs: [crumb(category, NOON_MS - 1)] };
    expect(textsOf([traced({ event })])[0]).toBe(`${kind}: x`);
  });

  it('places a step without a time after the step before it', () => {
    const breadcrumbs = [
      crumb('a', NOON_MS - 3, 'first'),
      crumb('b', undefined, 'second'),
      crumb('c', NOON_MS - 1, 'third'),
    ];
    expect(textsOf([traced({ event: { breadcrumbs } })])).toEqual([
      'Step: first',
      'Step: second',
      'Step: third',
      'Error: Error: boom',
    ]);
  });

  it.each([
    [-190_000, 'The clock of browser (shop) was 3 minutes ahead. This page shows corrected times.'],
    [30_000, 'The clock of browser (shop) was 30 seconds behind. This page shows corrected times.'],
  ])('says that times of a clock are corrected by %i ms', (correctionMs, sentence) => {
    const events = [traced({ event: { correctionMs } }), traced()];
    expect(toTimeline(events).clocks).toEqual([sentence]);
  });

  it.each([
    [12_345, 12_800, undefined, 12_345],
    [12_000, 12_800, undefined, 12_800],
    [12_000, 15_300, undefined, 12_999],
    [12_000, 11_000, undefined, 12_000],
    [12_345, 12_800, -600_655, 12_800],
    [12_000, 12_800, -600_655, 12_000],
  ])(
    'places an event of %i ms, which came at %i ms and was corrected by %s ms, at %i ms',
    (occurredAtMs, receivedAtMs, correctionMs, at) => {
      const event = { occurredAtMs, receivedAtMs, ...(correctionMs && { correctionMs }) };
      expect(toTimeline([traced({ event })]).steps.map(({ atMs }) => atMs)).toEqual([at]);
    },
  );

  it('keeps the last 300 steps, counts the earlier ones, and cuts long texts', () => {
    const breadcrumbs = Array.from({ length: 400 }, (_, index) =>
      crumb('console', NOON_MS - 1000 + index, `${index} ${'x'.repeat(1000)}`),
    );
    const { steps, leftOut } = toTimeline([traced({ event: { breadcrumbs } })]);
    expect(steps).toHaveLength(300);
    expect(leftOut).toBe(101);
    expect(Math.max(...steps.map(({ text }) => text.length))).toBe(301);
  });

  it.each([
    [{ platform: 'python' }, 'server (shop)'],
    [{ platform: 'javascript' }, 'browser (shop)'],
    [{ platform: 'cocoa', contexts: { os: { name: 'iOS' } } }, 'app (shop)'],
    [
      {
        platform: 'javascript',
        contexts: { os: { name: 'Android' } },
        sdk: { name: 'sentry.javascript.react-native', version: '7' },
      },
      'app (shop)',
    ],
    [
      {
        platform: 'javascript',
        contexts: { os: { name: 'Android' } },
        sdk: { name: 'sentry.javascript.react', version: '7' },
      },
      'browser (shop)',
    ],
  ])('names the source of a step: %j', (event, from) => {
    expect(toTimeline([traced({ event })]).steps[0]?.from).toBe(from);
  });
});
