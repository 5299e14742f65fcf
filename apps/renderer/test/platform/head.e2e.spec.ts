import { describe, expect, it } from '@jest/globals';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { clientErrorText } from '#shared';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the words of a product', () => {
  const tours = holdTours({
    options: {
      contentSources: { 'img-src': ['https://images.example'] },
      lang: () => 'fr',
      texts: () => ({ failed: 'Hélas.', retry: 'Encore' }),
    },
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

  it('has a language, a title, links, Open Graph and structured data, after a navigation too', async () => {
    const tour = await tours.open('/tours/a/signs/1');
    const readTitle = (): Promise<string[]> =>
      tour.page.evaluate(() => [document.documentElement.lang, document.title]);
    expect([await readTitle(), await readHead(tour)]).toEqual([
      ['fr', 'Sign 1 · Probe'],
      headOf('1'),
    ]);
    const scheme = tour.page.locator('meta[name=color-scheme]');
    const first = await scheme.elementHandle();
    await follow(tour, 'next');
    await tour.shows('sign 2');
    expect(await readTitle()).toEqual(['de', 'Zeichen 2']);
    expect((await readHead(tour)).toSorted()).toEqual(headOf('2').toSorted());
    await follow(tour, 'stop');
    await tour.shows('stop 1');
    expect([await readTitle(), await readHead(tour)]).toEqual([['fr', 'Stop 1 · Probe'], []]);
    await expectPage(scheme).toHaveAttribute('content', 'light dark');
    // Another element with the same color scheme would make the browser compute all styles again.
    await expectPage.poll(() => scheme.evaluate((each, other) => each === other, first)).toBe(true);
    expect([tour.documents, tour.errors]).toEqual([[], []]);
  });

  it('stands before the fixed text when a view throws, and when the scripts fail', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const alert = tour.page.getByRole('alert');
    await tour.page.getByRole('button', { name: 'Throw' }).click();
    await tour.page.getByRole('link', { name: 'Encore' }).waitFor();
    await expectPage(alert).toHaveText(`Hélas. ${clientErrorText}`, { useInnerText: true });
    await tour.page.addInitScript(() => Reflect.deleteProperty(window, 'Set'));
    await tour.page.reload();
    await alert.waitFor();
    await expectPage(alert).toHaveText(`Hélas. ${clientErrorText}`, { useInnerText: true });
  });

  it('may contain a style sheet that the page computes, and images from the product', async () => {
    const { headers } = await fetch(`${tours.origin}/tours/a/signs/3`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("img-src 'self' data: https://images.example;");
    const tour = await tours.open('/tours/a/signs/3');
    expect(await readWidth(tour, 3)).toBe(103);
    await follow(tour, 'next');
    await tour.shows('sign 4');
    expect(await readWidth(tour, 4)).toBe(104);
    expect(tour.errors).toEqual([]);
  });
});
