import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createAnnouncer } from './announcer.ts';

describe('Announcer', () => {
  const page = fresh(() => new FakeDocument());
  const scheduler = fresh(() => new FakeScheduler());
  let announce: (text: string) => void;
  let regions: readonly FakeElement[];

  beforeEach(() => {
    announce = createAnnouncer(page.document, scheduler);
    regions = page.body.children;
  });

  it('has one polite region that is not visible, silent until a text is announced', () => {
    expect(regions).toMatchObject([{ role: 'status', textContent: '' }]);
    expect(regions[0]?.style.cssText).toContain('clip-path');
    announce('Issues');
    expect(regions[0]?.['textContent']).toBe('Issues');
  });

  it('has an urgent region where that is wanted, without the role of an alert', () => {
    const document = new FakeDocument();
    createAnnouncer(document.document, scheduler, true);
    const [region] = document.body.children;
    expect([region?.['role'], region?.['ariaLive']]).toEqual([undefined, 'assertive']);
  });

  it('has its region in the modal dialog that is open, as all else is inert', () => {
    const dialogs = [true, true].map((isModal) => page.add('dialog', { isModal }));
    announce('Not done.');
    expect(dialogs.map(({ children }) => children.length)).toEqual([0, 1]);
    dialogs.at(-1)?.remove();
    announce('Waiting.');
    // Screen readers ignore the text of a region that is new in its place.
    expect(dialogs[0]?.children).toMatchObject([{ textContent: '' }]);
    announce('Done.');
    scheduler.pass(100);
    expect(dialogs[0]?.children).toMatchObject([{ textContent: 'Done.' }]);
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
