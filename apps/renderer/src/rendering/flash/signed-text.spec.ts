import { describe, expect, it } from '@jest/globals';
import { signText, verifyText } from './signed-text.ts';

const SECRET = 'the secret of an installation';

describe('signText', () => {
  it.each(['', 'plain', 'a.b;c, "d"\n', 'ü 🐞', 'x'.repeat(3000)])(
    'gives %.20j in characters of a cookie, and verifyText gives it back',
    (text) => {
      const signed = signText(text, SECRET);
      expect(signed).toMatch(/^[\w.-]+$/);
      expect(verifyText(signed, SECRET)).toBe(text);
    },
  );
});

describe('verifyText', () => {
  const signed = signText('done', SECRET);
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
    expect(verifyText(other, SECRET)).toBeUndefined();
  });

  it('takes nothing that another secret signed', () => {
    expect(verifyText(signText('done', 'another'), SECRET)).toBeUndefined();
  });
});
