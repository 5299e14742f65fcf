import { describe, expect, it } from '@jest/globals';
import { maskTokens } from './mask-tokens.ts';

const TOKEN = 'Duy-lNVUq0Zt_4dJ1vNfQ7c8Ah2Kx9sWmRb3EyTgPoU';

describe('maskTokens', () => {
  it('masks a token completely, wherever it stands', () => {
    expect(maskTokens(`/invitations/${TOKEN}`)).toBe('/invitations/…');
    expect(maskTokens(`/sign-in?to=%2Finvitations%2F${TOKEN}`)).toBe(
      '/sign-in?to=%2Finvitations%…',
    );
    expect(maskTokens(`/setup?token=${TOKEN}&a=1`)).toBe('/setup?token=…&a=1');
  });

  it('leaves ids and names alone', () => {
    const text = `/issues/12?event=${'a'.repeat(32)} at some-module/with-a-long-name.ts:12`;
    expect(maskTokens(text)).toBe(text);
  });
});
