import { expect, it } from '@jest/globals';
import { findWithoutSlash } from './trailing-slash.ts';

it.each([
  ['/rooms/', '/rooms', '/rooms'],
  ['/rooms//', '/rooms', '/rooms'],
  ['/rooms/?a=/b/&c=%2F', '/rooms', '/rooms?a=/b/&c=%2F'],
  ['/ROOMS/%2F/?', '/rooms/:room', '/ROOMS/%2F?'],
  ['/rooms/1/', '/rooms{/:room}', '/rooms/1'],
])('findWithoutSlash turns %j at the route %j into %j', (url, route, without) => {
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
])('findWithoutSlash leaves %j at the route %p alone', (url, route) => {
  expect(findWithoutSlash(url, route)).toBeUndefined();
});
