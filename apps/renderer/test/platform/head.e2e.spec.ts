import { describe, expect, it } from '@jest/globals';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the head of a page', () => {
  const tours = holdTours({
    options: { contentSources: { 'img-src': ['https://images.example'] } },
  });

  const readHead = ({ page }: Tour): Promise<string[]> =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('[data-head]:not([name=color-scheme])'), (each) =>
        ['rel', 'property', 'href', 'content']
          .map((name) => each.getAttribute(name))
          .concat(each.textContent)
          .filter(Boolean)
          .join(' '),
      ),
    );
  const follow = ({ page }: Tour, link: string): Promise<void> =>
    page.getByRole('link', { name: link, exact: true }).click();
  const readWidth = ({ page }: Tour, sign: number): Promise<number> =>
    page.locator(`#bar-${sign}`).evaluate((bar) => bar.getBoundingClientRect().width);

  const headOf = (sign: string): string[] => [
    `canonical https://tours.example/signs/${sign}`,
    `og:title The sign ${sign}`,
    'alternate https://feeds.example/signs',
    `{"@context":"https://schema.org","@type":"Thing","name":"${sign}"}`,
  ];

  it('has links, Open Graph and structured data, in the document and after a navigation', async () => {
    const tour = await tours.open('/tours/a/signs/1');
    expect(await readHead(tour)).toEqual(headOf('1'));
    const scheme = tour.page.locator('meta[name=color-scheme]');
    const first = await scheme.elementHandle();
    await follow(tour, 'next');
    await tour.shows('sign 2');
    expect((await readHead(tour)).toSorted()).toEqual(headOf('2').toSorted());
    await follow(tour, 'stop');
    await tour.shows('stop 1');
    expect(await readHead(tour)).toEqual([]);
    expect(await scheme.getAttribute('content')).toBe('light dark');
    // Another element with the same color scheme would make the browser compute all styles again.
    expect(await scheme.evaluate((each, other) => each === other, first)).toBe(true);
    expect(tour.documents).toEqual([]);
    expect(tour.errors).toEqual([]);
  });

  it('may contain a style sheet that the page computes', async () => {
    const tour = await tours.open('/tours/a/signs/3');
    expect(await readWidth(tour, 3)).toBe(103);
    await follow(tour, 'next');
    await tour.shows('sign 4');
    expect(await readWidth(tour, 4)).toBe(104);
    expect(tour.errors).toEqual([]);
  });

  it("adds the product's sources to the Content-Security-Policy", async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const headers = await tour.page.evaluate(async () => {
      const answer = await fetch(window.location.href);
      return answer.headers.get('content-security-policy');
    });
    expect(headers).toContain("img-src 'self' data: https://images.example;");
  });
});
