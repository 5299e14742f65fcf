import { beforeEach, describe, expect, it } from '@jest/globals';
import type { HeadElement } from '#shared';
import { FakeDocument } from '../testing/fake-document.ts';
import { applyHead } from './document-head.ts';

describe('applyHead', () => {
  let document: FakeDocument;

  beforeEach(() => {
    document = new FakeDocument();
  });

  const apply = (...elements: HeadElement[]): void =>
    applyHead(document.document, { title: 'T', elements });
  const describeBy = (content: string): HeadElement => ['meta', { name: 'description', content }];
  const list = (): unknown[] => document.head.children.map(({ content }) => content);

  it('gives the document the title', () => {
    apply();
    expect(document.title).toBe('T');
  });

  it('adds what the page has, with its text', () => {
    apply(describeBy('D'), ['script', { type: 'application/ld+json' }, '{"a":1}']);
    expect(document.head.children).toMatchObject([
      { tag: 'meta', name: 'description', content: 'D', 'data-head': '' },
      { tag: 'script', type: 'application/ld+json', textContent: '{"a":1}' },
    ]);
  });

  it('takes out what was of the page before, also what a late region of the server put into the body', () => {
    document.add('meta', { name: 'robots', content: 'noindex', 'data-head': '' });
    apply(describeBy('of before'));
    apply(describeBy('D'));
    expect(list()).toEqual(['D']);
    expect(document.body.children).toEqual([]);
  });

  it('leaves what both pages have, and the rest of the head', () => {
    const styles: HeadElement = ['link', { rel: 'stylesheet', href: '/a.css' }];
    document.add('meta', { name: 'viewport', content: 'V' }, document.head);
    apply(describeBy('of before'), styles);
    const link = document.head.children.find(({ tag }) => tag === 'link');
    apply(styles, describeBy('D'));
    expect(document.head.children.find(({ tag }) => tag === 'link')).toBe(link);
    expect(list()).toEqual(['V', undefined, 'D']);
  });
});
