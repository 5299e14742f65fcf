import { describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { applyHead } from './document-head.ts';

const LINK = '<link data-head="" rel="canonical" href="https://a.example">';
const SCHEME = '<meta data-head="" name="color-scheme" content="dark">';

describe('applyHead', () => {
  const document = fresh(() => new FakeDocument());

  it('sets what the page adds, keeps equal elements, and removes others, in the body too', () => {
    const add = (name: string, outerHTML = '', into = document.head): unknown =>
      document.add('meta', { name, 'data-head': '', outerHTML }, into);
    document.add('meta', { name: 'viewport' }, document.head);
    add('description');
    // A new color scheme would make browsers compute all styles.
    add('color-scheme', SCHEME);
    // The server may have put elements into the body.
    add('robots', '', document.body);
    applyHead(document.document, { title: 'T', lang: 'de', elements: [SCHEME, LINK] });
    expect(document.title).toBe('T');
    expect(document.documentElement['lang']).toBe('de');
    expect(document.head.calls).toEqual([['beforeend', LINK]]);
    const names = document.head.children.map(({ name }) => name);
    expect(names).toEqual(['viewport', 'color-scheme']);
    expect(document.body.children).toEqual([]);
  });
});
