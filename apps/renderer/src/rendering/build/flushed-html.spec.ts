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

  it('gives nothing out between flushes', () => {
    html.write('<b>half');
    expect(html.take()).toBe('');
    html.write('</b>');
    html.flush();
    html.write('<i>next half');
    expect(html.take()).toBe('<b>half</b>');
    expect(html.take()).toBe('');
  });

  it('gives everything flushed out once', () => {
    for (const piece of ['a', 'b']) {
      html.write(piece);
      html.flush();
    }
    expect(html.take()).toBe('ab');
    expect(html.take()).toBe('');
  });

  it('tells of each flush, and of the end', () => {
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

  describe('at its end', () => {
    it('has flushed what was written last', () => {
      html.write('last');
      html.end();
      expect(html.take()).toBe('last');
    });

    it('is over once everything has been taken', () => {
      html.write('last');
      expect(html.isEnded).toBe(false);
      html.end();
      expect(html.isEnded).toBe(false);
      html.take();
      expect(html.isEnded).toBe(true);
    });

    it('is over as well when React cannot go on', () => {
      html.write('last');
      html.destroy();
      expect(html.take()).toBe('last');
      expect(html.isEnded).toBe(true);
    });
  });

  describe('when more is written than taken', () => {
    it('asks to wait from 64 kB on', () => {
      expect(html.write('x'.repeat(MOST_BYTES - 1))).toBe(true);
      expect(html.write('x')).toBe(false);
      expect(html.write(new Uint8Array(1))).toBe(false);
    });

    it('still asks after a flush: only what is taken makes room', () => {
      html.write('x'.repeat(MOST_BYTES));
      html.flush();
      expect(html.write('x')).toBe(false);
    });

    it('asks to go on after it was taken, not while', async () => {
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

    it('asks nobody to go on after the end', async () => {
      let drains = 0;
      html.on('drain', () => (drains += 1));
      html.end();
      html.take();
      await new Promise<void>((resolve) => void setImmediate(resolve));
      expect(drains).toBe(0);
    });
  });

  it('has what React asks of a destination', () => {
    const destination = new PassThrough();
    for (const name of ['on', 'write', 'end', 'destroy'] as const) {
      expect(typeof html[name]).toBe(typeof destination[name]);
    }
  });
});
