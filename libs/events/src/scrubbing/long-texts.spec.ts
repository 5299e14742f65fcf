import { describe, expect, it } from '@jest/globals';
import { hideSecrets } from './hide-secrets.ts';
import { MAX_SEARCHED_LENGTH } from './long-texts.ts';

const KEY = `-----BEGIN A-----\nMII${'A'.repeat(MAX_SEARCHED_LENGTH - 1000)}-----END A-----`;

/** Returns a text with a secret that the cut halves. */
const straddle = (head: string, secret: string, half: number) =>
  `${head}${' '.repeat(MAX_SEARCHED_LENGTH - half - head.length)}${secret}${' '.repeat(9)}`;

describe('a text of more than 1.2 million characters', () => {
  it('is cut before secrets are sought, and the event says so', () => {
    const extra = { list: ['x'.repeat(2_000_000)], short: 'x'.repeat(MAX_SEARCHED_LENGTH) };
    const { cut } = hideSecrets({ extra });
    expect(extra.list[0]).toMatch(/^x+…$/);
    expect(extra.list[0]!.length).toBeLessThan(MAX_SEARCHED_LENGTH);
    expect(extra.short).toHaveLength(MAX_SEARCHED_LENGTH);
    expect(cut).toEqual(['longest texts: 1 shortened, by 808192 characters']);
  });

  it.each([
    ['a card number', '4111 1111 1111 1111', '4111'],
    ['the user of an address', 'https://ann:hunter2@shop.example/', 'hunter'],
    ['an element', '<password>hunter2</password>', 'hunter'],
  ])('keeps no half of %s, however short hiding makes it', (_, secret, told) => {
    const at = secret.indexOf(told) + told.length;
    const extra = { text: straddle(KEY, secret, at), plain: straddle('', secret, at) };
    hideSecrets({ extra });
    expect(extra.text.length).toBeLessThan(1000);
    expect(JSON.stringify(extra)).not.toContain(told);
  });

  it('keeps nothing of a long element whose end the cut takes away', () => {
    const secret = `<password>${'hunter2'.repeat(3000)}</password>`;
    const extra = { text: straddle('', secret, 20_000) };
    hideSecrets({ extra });
    expect(extra.text).not.toContain('hunter');
  });

  it('is hidden whole where its name tells a secret', () => {
    const extra = { token: 'x'.repeat(2_000_000) };
    hideSecrets({ extra });
    expect(extra).toEqual({ token: '[Filtered]' });
  });
});
