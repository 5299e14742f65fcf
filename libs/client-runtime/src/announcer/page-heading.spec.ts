import { describe, expect, it, jest } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { focusHeading } from './page-heading.ts';

describe('focusHeading', () => {
  const page = fresh(() => new FakeDocument());

  it('focuses the heading, by script alone, and leaves the scroll position alone', () => {
    const heading = page.add('h1');
    const set = jest.fn();
    Object.defineProperty(heading, 'tabIndex', { get: () => -1, set });
    focusHeading(page.document);
    expect(heading.calls).toEqual([['focus', { preventScroll: true }]]);
    expect(set).toHaveBeenCalledWith(-1);
  });

  it('takes the heading of the main part before others', () => {
    page.add('h1', { textContent: 'of the frame' });
    page.add('h1', { textContent: 'of the page' }, page.add('main'));
    expect(focusHeading(page.document)).toBe('of the page');
    expect(page.activeElement?.['textContent']).toBe('of the page');
  });

  it.each([
    ['input', {}],
    ['textarea', {}],
    ['select', {}],
    ['div', { contenteditable: '' }],
  ])('leaves the focus where the visitor types: %s %j', (tag, attributes) => {
    page.add('h1');
    const field = page.add(tag, attributes);
    page.activeElement = field;
    focusHeading(page.document);
    expect(page.activeElement).toBe(field);
  });

  it('takes the focus from the element that was clicked, and from a field of a kept page', () => {
    const kept = page.add('div', { style: { cssText: 'display: none !important;' } });
    const heading = page.add('h1');
    for (const focused of [page.add('a'), page.add('input', {}, kept)]) {
      page.activeElement = focused;
      focusHeading(page.document);
      expect(page.activeElement).toBe(heading);
    }
  });

  it('ignores the heading of a kept page', () => {
    const kept = page.add('main', { style: { cssText: 'display: none !important;' } });
    page.add('h1', { textContent: 'left' }, kept);
    page.add('h1', { textContent: 'shown' });
    expect(focusHeading(page.document)).toBe('shown');
  });

  it('returns the text of the heading, even while the visitor types', () => {
    page.add('h1', { textContent: ' Issues\n' });
    page.activeElement = page.add('input');
    expect(focusHeading(page.document)).toBe('Issues');
  });

  it('leaves the focus where it is after a link that does not scroll', () => {
    page.add('h1', { textContent: 'Issues' });
    const link = (page.activeElement = page.add('a'));
    expect(focusHeading(page.document, false)).toBe('Issues');
    expect(page.activeElement).toBe(link);
  });

  it('returns no text where there is no heading', () => {
    expect(focusHeading(page.document)).toBeUndefined();
    expect(page.activeElement).toBe(page.body);
  });
});
