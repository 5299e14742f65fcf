import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FlushedHtml } from './flushed-html.ts';

const MOST_BYTES = 64 * 1024;

describe('FlushedHtml', () => {
  let flushes: number;
  let html: FlushedHtml;

  beforeEach(() => {
    flushes = 0;
    html = new FlushedHtml(() => (flushes += 1));
  });

  it('gives flushed HTML out once, and none between flushes', () => {
    html.write('<b>half');
    expect(html.take()).toBe('');
    html.write('</b>');
    html.flush();
    html.write('<i>next');
    html.flush();
    html.write('half');
    expect(html.take()).toBe('<b>half</b><i>next');
    expect(html.take()).toBe('');
  });

  it('reports each flush, and the end', () => {
    html.write('a');
    expect(flushes).toBe(0);
    html.flush();
    expect(flushes).toBe(1);
    html.end();
    expect(flushes).toBe(2);
  });

  it('reads bytes as UTF-8, also where a character is split', () => {
    const bytes = new TextEncoder().encode('\u{1f600}\u00fc');
    html.write('a');
    html.write(bytes.subarray(0, 2));
    html.write(bytes.subarray(2));
    html.flush();
    expect(html.take()).toBe('a\u{1f600}\u00fc');
  });

  describe('the end', () => {
    it('comes once all HTML has been taken, also what was written last', () => {
      html.write('last');
      expect(html.isEnded).toBe(false);
      html.end();
      expect(html.isEnded).toBe(false);
      expect(html.take()).toBe('last');
      expect(html.isEnded).toBe(true);
    });

    it('comes as well when React cannot go on', () => {
      html.write('last');
      html.destroy();
      expect(html.take()).toBe('last');
      expect(html.isEnded).toBe(true);
    });
  });

  describe('backpressure', () => {
    it('asks the writer to wait from 64 kB on', () => {
      expect(html.write('x'.repeat(MOST_BYTES - 1))).toBe(true);
      expect(html.write('x')).toBe(false);
      expect(html.write(new Uint8Array(1))).toBe(false);
    });

    it('ends only when HTML is taken, not when it is flushed', () => {
      html.write('x'.repeat(MOST_BYTES));
      html.flush();
      expect(html.write('x')).toBe(false);
    });

    it('asks the writer to go on after HTML was taken, not meanwhile', async () => {
      let drains = 0;
      html.on('drain', () => (drains += 1));
      html.write('x'.repeat(MOST_BYTES));
      html.flush();
      const drained = once(html, 'drain');
      html.take();
      expect(drains).toBe(0);
      await drained;
      expect(drains).toBe(1);
      expect(html.write('x')).toBe(true);
    });

    it('asks no writer to go on after the end', async () => {
      let drains = 0;
      html.on('drain', () => (drains += 1));
      html.end();
      html.take();
      await new Promise<void>((resolve) => void setImmediate(resolve));
      expect(drains).toBe(0);
    });
  });

  it('has the methods that React needs of a destination', () => {
    const destination = new PassThrough();
    for (const name of ['on', 'write', 'end', 'destroy'] as const) {
      expect(typeof html[name]).toBe(typeof destination[name]);
    }
  });
});
