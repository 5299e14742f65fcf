import { describe, expect, it } from '@jest/globals';
import { renderDocument } from './render-document.ts';

const resolve = (href: string): string | undefined =>
  href === 'alerts.md' ? '/help/alerts' : href.startsWith('https:') ? href : undefined;

describe('renderDocument', () => {
  it('takes the first heading as the title, and makes ids of sections from their words', () => {
    const { title, html } = renderDocument(
      '# Cron jobs\n\n## What it `is`, and why\n\nA text.',
      resolve,
    );
    expect(title).toBe('Cron jobs');
    expect(html).toContain('<h2 id="what-it-is-and-why">');
    expect(html).not.toContain('Cron jobs');
  });

  it('links to served documents, and shows links to other documents as plain text', () => {
    const text =
      '# A\n\n[alerts](alerts.md), [a **decision**](adr/0001.md), [out](https://example.org).';
    const { html } = renderDocument(text, resolve);
    expect(html).toContain('<a href="/help/alerts">alerts</a>');
    expect(html).toContain(', a <strong>decision</strong>, <a href="https://example.org">out</a>');
  });
});
