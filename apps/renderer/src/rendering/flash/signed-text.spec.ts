import { describe, expect, it } from '@jest/globals';
import { signText, verifyText } from './signed-text.ts';

const SIGNATURE = { secret: 'the secret of an installation', bearer: 'a token' };

describe('signText', () => {
  it.each(['', 'plain', 'a.b;c, "d"\n', 'ü 🐞', 'x'.repeat(3000)])(
    'gives %.20j in characters of a cookie, and verifyText gives it back',
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
  ])('takes nothing else for it: %j', (other) => {
    expect(verifyText(other, SIGNATURE)).toBeUndefined();
  });

  it.each([
    ['another secret', { secret: 'another' }],
    ['for another', { bearer: 'another' }],
    ['for nobody', { bearer: undefined }],
    ['for who is called as nobody is', { bearer: 'null' }],
  ])('takes nothing that was signed %s', (_how, other) => {
    expect(verifyText(signText('done', { ...SIGNATURE, ...other }), SIGNATURE)).toBeUndefined();
    expect(verifyText(signText('done', SIGNATURE), { ...SIGNATURE, ...other })).toBeUndefined();
  });

  it('takes what was signed for nobody from who is nobody', () => {
    const nobody = { ...SIGNATURE, bearer: undefined };
    expect(verifyText(signText('done', nobody), nobody)).toBe('done');
    expect(verifyText(signText('done', nobody), { ...nobody, bearer: 'null' })).toBeUndefined();
  });
});
