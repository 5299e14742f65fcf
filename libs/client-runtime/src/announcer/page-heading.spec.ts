import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { focusHeading } from './page-heading.ts';

describe('focusHeading', () => {
  let page: FakeDocument;

  beforeEach(() => {
    page = new FakeDocument();
  });

  it('focuses the heading, and leaves the scroll position alone', () => {
    const heading = page.add('h1');
    focusHeading(page.document);
    expect(heading.calls).toEqual([['focus', { preventScroll: true }]]);
  });

  it('takes the heading of the main part before others', () => {
    page.add('h1', { textContent: 'of the frame' });
    page.add('h1', { textContent: 'of the page' }, page.add('main'));
    expect(focusHeading(page.document)).toBe('of the page');
    expect(page.activeElement?.['textContent']).toBe('of the page');
  });

  it('makes the heading focusable by script alone', () => {
    const heading = page.add('h1');
    focusHeading(page.document);
    expect(heading['tabIndex']).toBe(-1);
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

  it('takes the focus from a field of a kept page', () => {
    const kept = page.add('div', { style: { cssText: 'display: none !important;' } });
    page.activeElement = page.add('input', {}, kept);
    const heading = page.add('h1');
    focusHeading(page.document);
    expect(page.activeElement).toBe(heading);
  });

  it('ignores the heading of a kept page', () => {
    const kept = page.add('main', { style: { cssText: 'display: none !important;' } });
    page.add('h1', { textContent: 'left' }, kept);
    page.add('h1', { textContent: 'shown' });
    expect(focusHeading(page.document)).toBe('shown');
  });

  it('takes the focus from the element that was clicked', () => {
    const heading = page.add('h1');
    page.activeElement = page.add('a');
    focusHeading(page.document);
    expect(page.activeElement).toBe(heading);
  });

  it('returns the text of the heading, even while the visitor types', () => {
    page.add('h1', { textContent: ' Issues\n' });
    page.activeElement = page.add('input');
    expect(focusHeading(page.document)).toBe('Issues');
  });

  it('returns no text where there is no heading', () => {
    expect(focusHeading(page.document)).toBeUndefined();
    expect(page.activeElement).toBe(page.body);
  });
});
