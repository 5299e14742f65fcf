import { describe, expect, it } from '@jest/globals';
import { signText, verifyText } from './signed-text.ts';

const SIGNATURE = { secret: 'the secret of an installation', bearer: 'a token' };

describe('signText', () => {
  it.each(['', 'plain', 'a.b;c, "d"\n', 'ü 🐞', 'x'.repeat(3000)])(
    'writes %.20j in characters of a cookie, and verifyText reads it back',
    (text) => {
      const signed = signText(text, SIGNATURE);
      expect(signed).toMatch(/^[\w.-]+$/);
      expect(verifyText(signed, SIGNATURE)).toBe(text);
    },
  );
});

describe('verifyText', () => {
  const signed = signText('done', SIGNATURE);
  const [body = '', mark = ''] = signed.split('.');

  it.each([
    '',
    '.',
    body,
    mark,
    `${body}.`,
    `.${mark}`,
    `${body}.${mark.slice(1)}`,
    `${body}.${mark}a`,
    `${body}x.${mark}`,
    `${Buffer.from('else').toString('base64url')}.${mark}`,
    `${body}.${'\u00fc'.repeat(43)}`,
  ])('refuses the altered text %j', (other) => {
    expect(verifyText(other, SIGNATURE)).toBeUndefined();
  });

  it.each([
    ['with another secret', { secret: 'another' }],
    ['for another bearer', { bearer: 'another' }],
    ['for no bearer', { bearer: undefined }],
    ['for a bearer named null', { bearer: 'null' }],
  ])('refuses a text that was signed %s', (_how, other) => {
    expect(verifyText(signText('done', { ...SIGNATURE, ...other }), SIGNATURE)).toBeUndefined();
    expect(verifyText(signText('done', SIGNATURE), { ...SIGNATURE, ...other })).toBeUndefined();
  });

  it('accepts a text without a bearer that was signed without a bearer', () => {
    const nobody = { ...SIGNATURE, bearer: undefined };
    expect(verifyText(signText('done', nobody), nobody)).toBe('done');
    expect(verifyText(signText('done', nobody), { ...nobody, bearer: 'null' })).toBeUndefined();
  });
});
