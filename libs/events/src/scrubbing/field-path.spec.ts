import { describe, expect, it } from '@jest/globals';
import { defaultPrivacy } from '#shared';
import { joinPath } from './field-path.ts';
import { hideSecrets } from './hide-secrets.ts';
import { Hiding } from './hiding.ts';

const LONG = 'n'.repeat(200);

describe('joinPath', () => {
  it.each([
    ['', 'extra', 'extra'],
    ['extra', 'a', 'extra.a'],
    ['extra', '[]', 'extra[]'],
    ['extra', '[0]', 'extra.[0]'],
    ['', LONG, LONG],
    [LONG, 'a', LONG],
    [LONG, '[]', LONG],
  ])('joins %j and %j', (path, step, joined) => {
    expect(joinPath(path, step)).toBe(joined);
  });
});

it('an open path opens nothing else below a path too long to be told', () => {
  const path = `extra.${LONG}`;
  const hiding = new Hiding({ ...defaultPrivacy, openPaths: [path, 'extra.a'] });
  const extra = { [`${LONG}x`]: { a: { token: 'x' } }, a: { token: 'x' } };
  hideSecrets({ extra }, hiding);
  expect(extra).toEqual({ [`${LONG}x`]: { a: { token: '[Filtered]' } }, a: { token: 'x' } });
});
