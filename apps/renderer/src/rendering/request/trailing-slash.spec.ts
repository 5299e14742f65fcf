import { expect, it } from '@jest/globals';
import { findWithoutSlash } from './trailing-slash.ts';

it.each([
  ['/rooms/', '/rooms', '/rooms'],
  ['/rooms//', '/rooms', '/rooms'],
  ['/rooms/?a=/b/&c=%2F', '/rooms', '/rooms?a=/b/&c=%2F'],
  ['/ROOMS/%2F/?', '/rooms/:room', '/ROOMS/%2F?'],
  ['/rooms/1/', '/rooms{/:room}', '/rooms/1'],
])('%j at %j is %j without its slash', (url, route, without) => {
  expect(findWithoutSlash(url, route)).toBe(without);
});

it.each([
  ['/', '/'],
  ['/?a=/', '/'],
  ['/rooms', '/rooms'],
  ['/rooms?a=/', '/rooms'],
  ['/rooms/', '/rooms/'],
  ['/files/a/', '/files/*path'],
  ['/files/a/', '/files{/*path}'],
  ['/rooms/', /^\/rooms\/$/],
])('leaves %j at %p alone', (url, route) => {
  expect(findWithoutSlash(url, route)).toBeUndefined();
});
