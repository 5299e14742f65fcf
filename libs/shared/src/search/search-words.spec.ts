import { describe, expect, it } from '@jest/globals';
import { toAskedWords, toSearchWords } from './search-words.ts';

describe('toSearchWords', () => {
  it.each([
    ['loadCart2', ['loadcart2', 'load', 'cart', '2']],
    ['HTTPError', ['httperror', 'http', 'error']],
    ['XMLHttpRequest', ['xmlhttprequest', 'xml', 'http', 'request']],
    ['parse_json', ['parse', 'json']],
    ['src/app/cart-view.ts:42', ['src', 'app', 'cart', 'view', 'ts', '42']],
    ['sha256', ['sha256', 'sha', '256']],
    ['std::vector<int>', ['std', 'vector', 'int']],
    ['Größe überschritten', ['größe', 'überschritten']],
    ['caf\u0065\u0301', ['caf\u00e9']],
    ['读取失败', ['读取失败']],
    ['time time TIME', ['time']],
    ['!?* —', []],
  ])('splits %j', (text, words) => {
    expect(toSearchWords(text)).toEqual(words);
  });

  it('limits the number of words, and the length of each', () => {
    const many = Array.from({ length: 150 }, (_, index) => `w${index}x`).join(' ');
    expect(toSearchWords(many)).toHaveLength(100);
    expect(toSearchWords('é'.repeat(200))).toEqual(['é'.repeat(64)]);
  });
});

describe('toAskedWords', () => {
  it.each([
    ['loadCart', ['load', 'cart']],
    ['loadcart', ['loadcart']],
    ['checkout.ts:42', ['checkout', 'ts', '42']],
  ])('asks for the parts of %j, which are words of that text, too', (text, words) => {
    expect(toAskedWords(text)).toEqual(words);
    expect(toSearchWords(text)).toEqual(expect.arrayContaining(words));
  });
});
