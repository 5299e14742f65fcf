import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { applyHead } from './document-head.ts';

describe('applyHead', () => {
  let document: FakeDocument;

  beforeEach(() => {
    document = new FakeDocument();
  });

  /** Contents of the meta elements of that name. */
  const listMetas = (name: string): unknown[] =>
    document.head.children
      .filter((element) => element.matches(`meta[name=${name}]`))
      .map(({ content }) => content);

  const apply = (head: { description?: string; noindex?: boolean }): void =>
    applyHead(document.document, { title: 'T', noindex: false, ...head });

  it('gives the document the title', () => {
    apply({});
    expect(document.title).toBe('T');
  });

  it('adds a description', () => {
    apply({ description: 'D' });
    expect(listMetas('description')).toEqual(['D']);
  });

  it('puts one description in the place of another', () => {
    document.add('meta', { name: 'description', content: 'of before' }, document.head);
    apply({ description: 'D' });
    expect(listMetas('description')).toEqual(['D']);
  });

  it('takes out what a late region of the server put into the body', () => {
    document.add('meta', { name: 'robots', content: 'noindex' });
    apply({});
    expect(document.document.querySelector('meta[name=robots]')).toBeNull();
  });

  it('takes out the description of the page before', () => {
    apply({ description: 'D' });
    apply({});
    expect(listMetas('description')).toEqual([]);
  });

  it('keeps search engines out of a page, and of the next no longer', () => {
    apply({ noindex: true });
    expect(listMetas('robots')).toEqual(['noindex']);
    apply({});
    expect(listMetas('robots')).toEqual([]);
  });

  it('leaves the rest of the head alone', () => {
    document.add('meta', { name: 'viewport', content: 'V' }, document.head);
    apply({ description: 'D' });
    expect(listMetas('viewport')).toEqual(['V']);
  });
});
