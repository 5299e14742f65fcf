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

  it('gives the document the title, and the elements of the page', () => {
    expect(document.title).toBe('T');
    expect(document.head.calls).toEqual([['beforeend', ELEMENTS]]);
  });

  it('takes out those of the page before, also what a late region of the server put into the body', () => {
    expect(document.head.children.map(({ name }) => name)).toEqual(['viewport']);
    expect(document.body.children).toEqual([]);
  });
});
