import { expect, it } from '@jest/globals';
import { listCookies } from './cookies.ts';

it.each([
  [undefined, []],
  ['', []],
  ['flash=a', ['a']],
  ['other=1; flash=a=b; flash=c;flash=d; aflash=e; flashe=f', ['a=b', 'c', 'd']],
  ['flash=', ['']],
  ['flash', []],
])('listCookies reads the cookies %j as the values %j', (cookie, values) => {
  expect(listCookies({ headers: { cookie } }, 'flash')).toEqual(values);
});
