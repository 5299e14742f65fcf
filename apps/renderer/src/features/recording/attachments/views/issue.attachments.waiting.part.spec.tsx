import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Part } from './issue.attachments.waiting.part.tsx';

const file = { id: 3, name: '<b>dump.txt', contentType: 'text/plain', size: '3.2 MB' };

describe('the attachments of an event', () => {
  it('are downloaded, not opened', () => {
    const html = renderToStaticMarkup(<Part attachments={[file]} issueId={7} />);
    expect(html).toMatch(/<a download="" [^>]*href="\/issues\/7\/attachments\/3"/);
    expect(html).toContain('<bdi translate="no">&lt;b&gt;dump.txt</bdi>');
    expect(html).toContain('3.2 MB, text/plain');
    expect(html).not.toContain('There are more');
  });

  it('say that there are more than the page shows', () => {
    const html = renderToStaticMarkup(<Part attachments={[file]} hasMoreAttachments issueId={7} />);
    expect(html).toContain('There are more: these are the first 1.');
  });
});
