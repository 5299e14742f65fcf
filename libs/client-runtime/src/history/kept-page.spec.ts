import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { isKept } from './kept-page.ts';
import { silenceKept } from './silence-kept.ts';

describe('a kept page', () => {
  const page = fresh(() => new FakeDocument());
  let kept: FakeElement;
  let quieted: string[];

  beforeEach(() => {
    kept = page.add('div', { style: { cssText: 'display: none !important;' } });
    quieted = [];
  });

  it('contains every element that React hides, and no other, hidden or not', () => {
    const hidden = page.add('div', { hidden: true });
    const inside = [kept, page.add('p', {}, kept)];
    const outside = [page.body, hidden, page.add('p', {}, hidden)];
    const isKeptElement = (element: FakeElement): boolean => isKept(element as unknown as Element);
    expect([...inside, ...outside].filter(isKeptElement)).toEqual(inside);
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
