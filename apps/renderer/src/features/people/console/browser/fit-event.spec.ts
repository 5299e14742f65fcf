import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { fitEvent } from './fit-event.ts';

const toEvent = (steps: number, message: string) => ({
  type: undefined,
  message: 'boom',
  breadcrumbs: Array.from({ length: steps }, (_, step) => ({ message: `${step} ${message}` })),
});

describe('fitEvent', () => {
  it('leaves an event unchanged that fits the limit of its key', () => {
    const event = toEvent(100, 'a click');
    expect(fitEvent(event)).toBe(event);
    expect(fitEvent({ type: undefined })).toEqual({ type: undefined });
  });

  it('keeps as many of the latest breadcrumbs of a larger event as fit', () => {
    const fitted = fitEvent(toEvent(100, 'é'.repeat(1000)));
    const bytes = Buffer.byteLength(JSON.stringify(fitted));
    expect(bytes).toBeLessThan(reportLimits.errorKeyEventBytes);
    expect(bytes).toBeGreaterThan(reportLimits.errorKeyEventBytes - 2048 - 2100);
    expect(fitted.breadcrumbs?.at(-1)?.message).toMatch(/^99 /);
    expect(fitted.message).toBe('boom');
  });

  it('removes all breadcrumbs of an event that is too large even without them', () => {
    const event = {
      ...toEvent(2, 'a click'),
      message: 'x'.repeat(reportLimits.errorKeyEventBytes),
    };
    expect(fitEvent(event).breadcrumbs).toEqual([]);
  });
});
