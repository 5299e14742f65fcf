import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { isKept } from './kept-page.ts';
import { silenceKept } from './silence-kept.ts';

describe('a kept page', () => {
  let page: FakeDocument;
  let kept: FakeElement;
  let quieted: string[];

  beforeEach(() => {
    page = new FakeDocument();
    kept = page.add('div', { style: { cssText: 'display: none !important;' } });
    quieted = [];
  });

  const isKeptElement = (element: FakeElement): boolean => isKept(element as unknown as Element);

  it('contains every element that React hides', () => {
    expect(isKeptElement(kept)).toBe(true);
    expect(isKeptElement(page.add('p', {}, kept))).toBe(true);
  });

  it('contains no other element, hidden or not', () => {
    const hidden = page.add('div', { hidden: true });
    expect([page.body, hidden, page.add('p', {}, hidden)].map(isKeptElement)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('closes its open dialogs, and pauses its sounds and films', () => {
    const add = (tag: string, name: string, into?: FakeElement): void => {
      const note = (): void => void quieted.push(name);
      page.add(tag, { open: '', [tag === 'dialog' ? 'close' : 'pause']: note }, into);
    };
    for (const tag of ['dialog', 'audio', 'video']) {
      add(tag, `kept ${tag}`, kept);
      add(tag, `seen ${tag}`);
    }
    silenceKept(page.document);
    expect(quieted).toEqual(['kept dialog', 'kept audio', 'kept video']);
  });
});
