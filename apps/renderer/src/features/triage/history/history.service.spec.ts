import { describe, expect, it } from '@jest/globals';
import { HistoryService, renderMarkdown } from './history.service.ts';

function listComments(...bodies: readonly string[]) {
  const entries = bodies.map((body, index) => {
    const id = bodies.length - index;
    return { id, atMs: 0, what: 'comment' as const, comment: { id, body } };
  });
  const triage = { listHistory: async () => entries };
  const people = { listNames: async () => new Map() };
  return new HistoryService(triage, people).list(1, {});
}

describe('HistoryService', () => {
  it('ends a page before an entry that would make it very long, and begins the next with it', async () => {
    const long = '>'.repeat(30).concat('a\n\n').repeat(200);
    const { items, older } = await listComments('new', long, 'old', long, 'older');
    expect(items.map(({ id }) => id)).toEqual([5]);
    expect(older).toBe(5);
    expect((await listComments(long, 'old')).older).toBe(2);
    expect((await listComments('new', 'old')).older).toBeUndefined();
  });
});

describe('renderMarkdown', () => {
  it.each([
    ['a **b** *c* `d`', '<p>a <strong>b</strong> <em>c</em> <code>d</code></p>\n'],
    ['one\ntwo', '<p>one<br>\ntwo</p>\n'],
    ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n'],
    ['    code', '<pre><code>code\n</code></pre>\n'],
    ['total.ts:42', '<p>total.ts:42</p>\n'],
  ])('renders %j as HTML', (text, html) => {
    expect(renderMarkdown(text)).toBe(html);
  });

  it.each(['https://example.org/x', '[x](https://example.org/x)', '<https://example.org/x>'])(
    'marks a link as nofollow: %s',
    (text) => {
      expect(renderMarkdown(text)).toContain(
        '<a href="https://example.org/x" rel="nofollow noopener">',
      );
    },
  );

  it.each(['http://a.example', 'HTTPS://a.example', 'mailto:ada@example.org'])(
    'links to %s',
    (url) => {
      expect(renderMarkdown(`[x](${url})`)).toContain(`<a href="${url}" `);
      expect(renderMarkdown(`<${url}>`)).toContain(`<a href="${url}" `);
      expect(renderMarkdown(url)).toMatch(/<a href="/);
    },
  );

  it.each([
    'ftp://a.example/x',
    'vscode://file/etc/passwd',
    'ms-word:ofe|u|https://a.example',
    'tel:112',
    'sms:112',
    'blob:https://a.example/1',
    'x-https://a.example',
    '//a.example',
    '/account',
    '#x',
  ])('makes no link to %s, which is neither http, https nor mailto', (url) => {
    for (const text of [`[x](${url})`, `<${url}>`, url, `[x]: ${url}\n\n[x]`]) {
      expect(renderMarkdown(text)).not.toContain(`href="${url}`);
    }
  });

  it.each([
    '<script>alert(1)</script>',
    '<b style="color:red" onclick="alert(1)">x</b>',
    '<!-- x -->',
    '<svg/onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '<javascript:alert(1)>',
    '![x](https://example.org/pixel.png)',
    '[x](https://example.org/ "a\\" onclick=\\"alert(1)")',
    '| a |\n|:-:|\n| b |',
    '```"><script>alert(1)</script>\nx\n```',
    '[x]: https://example.org/"onmouseover="alert(1)\n\n[x]',
  ])('makes nothing that executes or loads of %j', (text) => {
    expectHarmless(renderMarkdown(text));
  });

  it.each([
    ['a table', `|${'a|'.repeat(2500)}\n|${'-|'.repeat(2500)}\n${'|a\n'.repeat(20)}`],
    ['quotes in quotes', '> '.repeat(5000)],
    ['lists in lists', '- '.repeat(5000)],
    ['emphasis', '*a '.repeat(3300)],
    ['links', '[a](b'.repeat(2000)],
    ['addresses', 'https://a.bc '.repeat(770)],
    ['references', `[x]: https://a.bc/${'a'.repeat(4900)}\n\n${'[x] '.repeat(1250)}`],
  ])('makes less than twelve times as much HTML of %s', (_what, text) => {
    expect(renderMarkdown(text).length).toBeLessThan(12 * text.length);
  });

  it.each([
    [19, true],
    [20, false],
  ])('shows what stands in %i quotes: %p', (quotes, isShown) => {
    expect(renderMarkdown(`${'> '.repeat(quotes)}x`).includes('x')).toBe(isShown);
  });

  it('makes nothing that executes of random texts', () => {
    const parts = [
      '<',
      '>',
      '"',
      "'",
      '[',
      ']',
      '(',
      ')',
      '!',
      '`',
      '*',
      '|',
      '-',
      ':',
      '&',
      ';',
      '\n',
      ' ',
      '\\',
    ];
    const words = [
      'script',
      'javascript:',
      'onerror=',
      'style=',
      'img',
      'https://a.example',
      'x',
      '#',
    ];
    let seed = 1;
    const next = (below: number): number => {
      // The Park and Miller generator gives the same texts in every run.
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const all = [...parts, ...words];
    for (let count = 0; count < 3000; count += 1) {
      const text = Array.from({ length: 1 + next(25) }, () => all[next(all.length)]).join('');
      expectHarmless(renderMarkdown(text));
    }
  });
});

const TAGS = /^(?:p|br|strong|em|s|code|pre|ul|ol|li|blockquote|hr|a|h[1-6])$/;

function expectHarmless(html: string): void {
  for (const { groups } of html.matchAll(/<\/?(?<tag>[^\s>/]*)(?<rest>[^>]*)>/g)) {
    expect(groups?.['tag']).toMatch(TAGS);
    const rest = (groups?.['rest'] ?? '').replaceAll(
      / (?<name>[a-z]+)="[^"<>]*"/g,
      (_all, name) => {
        expect(['href', 'rel', 'title', 'class', 'start']).toContain(name);
        return '';
      },
    );
    expect(rest).toBe('');
  }
  for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
    expect(href).not.toMatch(/^\s*(?:javascript|vbscript|data|file):/i);
  }
}
