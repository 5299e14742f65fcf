import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { applyHead } from './document-head.ts';

const LINK = '<link data-head="" rel="canonical" href="https://a.example">';
const SCHEME = '<meta data-head="" name="color-scheme" content="dark">';

describe('applyHead', () => {
  let document: FakeDocument;

  beforeEach(() => {
    document = new FakeDocument();
    const add = (name: string, outerHTML = '', into = document.head): unknown =>
      document.add('meta', { name, 'data-head': '', outerHTML }, into);
    document.add('meta', { name: 'viewport' }, document.head);
    add('description');
    add('color-scheme', SCHEME);
    add('robots', '', document.body);
    applyHead(document.document, { title: 'T', elements: [SCHEME, LINK] });
  });

  it('sets the title and the head elements that the page adds', () => {
    expect(document.title).toBe('T');
    expect(document.head.calls).toEqual([['beforeend', LINK]]);
  });

  it('keeps an equal element, because a new color scheme makes browsers compute all styles', () => {
    const names = document.head.children.map(({ name }) => name);
    expect(names).toEqual(['viewport', 'color-scheme']);
  });

  it('removes other elements of the previous page, even those that the server put into the body', () => {
    expect(document.body.children).toEqual([]);
  });
});
