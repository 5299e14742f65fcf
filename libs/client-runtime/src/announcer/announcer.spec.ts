import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { createAnnouncer } from './announcer.ts';
import type { Announce } from './announcer.ts';

describe('Announcer', () => {
  let announce: Announce;
  let regions: readonly FakeElement[];

  beforeEach(() => {
    const document = new FakeDocument();
    announce = createAnnouncer(document.document);
    regions = document.body.children;
  });

  it('has one polite region, silent at first', () => {
    expect(regions.map(({ role, textContent }) => ({ role, textContent }))).toEqual([
      { role: 'status', textContent: '' },
    ]);
  });

  it('has an urgent region where that is wanted, without the role of an alert', () => {
    const document = new FakeDocument();
    createAnnouncer(document.document, true);
    const [region] = document.body.children;
    expect([region?.['role'], region?.['ariaLive']]).toEqual([undefined, 'assertive']);
  });

  it('has a region that is not visible', () => {
    expect(regions[0]?.style.cssText).toContain('clip-path');
  });

  it('puts an announced text into its region', () => {
    announce('Issues');
    expect(regions[0]?.['textContent']).toBe('Issues');
  });

  it('changes its region when the same text is announced again, so that screen readers notice', () => {
    const texts = [1, 2, 3].map(() => {
      announce('Issues');
      return String(regions[0]?.['textContent']);
    });
    expect(texts.map((text) => text.trim())).toEqual(['Issues', 'Issues', 'Issues']);
    expect(texts[1]).not.toBe(texts[0]);
    expect(texts[2]).not.toBe(texts[1]);
  });
});
