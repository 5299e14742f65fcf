import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '#shared';
import { revealSecret, toSecret } from './secret.ts';

describe('Secret', () => {
  it('is no JSON, and gives its text to whoever asks for it by name', () => {
    // @ts-expect-error a secret, far inside
    const sent: JsonValue = { people: [{ hash: toSecret('4f2a') }] };
    expect(sent).toBeDefined();
    expect(revealSecret(toSecret('4f2a'))).toBe('4f2a');
  });
});
