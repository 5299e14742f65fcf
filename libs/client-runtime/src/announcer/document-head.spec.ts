import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { applyHead } from './document-head.ts';

const ELEMENTS = '<link data-head rel="canonical" href="https://a.example">';

describe('applyHead', () => {
  let document: FakeDocument;

  beforeEach(() => {
    document = new FakeDocument();
    document.add('meta', { name: 'viewport' }, document.head);
    document.add('meta', { name: 'description', 'data-head': '' }, document.head);
    document.add('meta', { name: 'robots', 'data-head': '' });
    applyHead(document.document, { title: 'T', elements: ELEMENTS });
  });

  it('sets the title and the head elements of the page', () => {
    expect(document.title).toBe('T');
    expect(document.head.calls).toEqual([['beforeend', ELEMENTS]]);
  });

  it('removes head elements of the previous page, even those that the server put into the body', () => {
    expect(document.head.children.map(({ name }) => name)).toEqual(['viewport']);
    expect(document.body.children).toEqual([]);
  });
});
