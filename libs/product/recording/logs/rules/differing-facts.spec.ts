import { expect, it } from '@jest/globals';
import { listDifferingFacts } from './differing-facts.ts';

const none = (count: number) => Array.from({ length: count }, () => undefined);

it('listDifferingFacts shows the two facts that differ most, named unless they are self-evident', () => {
  const logs = [1, 2, 3, 4].map((n) => ({
    attributes: {
      'server.address': `web-${n % 2}`,
      'sentry.release': 'shop@1',
      cart: n,
      shop: n === 4 ? 'b' : 'a',
      long: `${n}`.repeat(50),
    },
  }));
  const texts = listDifferingFacts(logs, none(4));
  expect(texts).toEqual(['cart 1', 'cart 2', 'cart 3', 'cart 4']);
});

it('listDifferingFacts passes over a fact that goes with the first one', () => {
  const logs = [0, 1, 2, 3].map((n) => ({
    attributes: { 'sentry.release': `shop@${n >> 1}`, zone: n >> 1, 'host.name': `h${n % 2}` },
  }));
  expect(listDifferingFacts(logs, none(4))[0]).toBe('zone 0 · h0');
});

it('listDifferingFacts shows nothing that all logs share or that few have', () => {
  const shared = Array.from({ length: 10 }, (_, n) => ({
    attributes: { region: 'eu', ...(n < 2 ? { rare: n } : {}) },
  }));
  expect(new Set(listDifferingFacts(shared, none(10)))).toEqual(new Set(['']));
  const projects = shared.map((_, n) => (n % 2 === 0 ? 'web' : 'api'));
  expect(listDifferingFacts(shared, projects).slice(0, 2)).toEqual(['web', 'api']);
});
