import { describe, expect, it } from '@jest/globals';
import { findAddress, isSenderUser } from './user-address.ts';

const SENDER = '203.0.113.7';
const auto = { ip_address: '{{auto}}' };
const infer = (setting: unknown) => ({ sdk: { settings: { infer_ip: setting } } });
const browser = { sdk: { name: 'sentry.javascript.react' } };
const server = { sdk: { name: 'sentry.python.django' } };
const forwarded = { 'X-Forwarded-For': '198.51.100.4, 10.0.0.1' };

describe('the address of a user', () => {
  it.each<[string, object]>([
    ['the user asks for it', { user: auto }],
    ['the user asks for it, and the SDK', { user: auto, ...infer('auto') }],
    ['the SDK of a browser asks for it', { platform: 'javascript', ...infer('auto') }],
    ['the user asks, of an SDK with a setting of another time', { user: auto, ...infer('x') }],
    ['a browser sends it', browser],
    [
      'the browser of an SDK for both sends it',
      { sdk: { name: 'sentry.javascript.nextjs' }, platform: 'javascript' },
    ],
    [
      'an application on a desktop sends it',
      { sdk: { name: 'sentry.javascript.electron' }, platform: 'node' },
    ],
    ['a phone sends it', { sdk: { name: 'sentry.java.android' } }],
    ['an SDK without a name sends it from a browser', { platform: 'javascript' }],
  ])('is the address of the sender where %s', (_, event) => {
    expect(findAddress(event as never, SENDER)).toBe(SENDER);
    expect(isSenderUser(event as never)).toBe(true);
    expect(findAddress(event as never, undefined)).toBeUndefined();
  });

  it.each<[string, object]>([
    ['nobody asks', { user: {}, ...server }],
    ['a server with JavaScript sends it', { sdk: { name: 'sentry.javascript.node' } }],
    [
      'the server of an SDK for both sends it',
      { sdk: { name: 'sentry.javascript.nextjs' }, platform: 'node' },
    ],
    ['the SDK says never', { user: auto, ...infer('never') }],
    ['the user is to have none', { user: { ip_address: null }, ...infer('auto') }],
    ['the SDK of a server asks for it, without a request', { platform: 'node', ...infer('auto') }],
    ['the SDK asks for it, and nothing says where it runs', infer('auto')],
    ['the setting is strange', { sdk: { settings: ['auto'] } }],
    ['there is no such setting', { sdk: { settings: null } }],
    [
      'the SDK says never, though a proxy names an address',
      { ...infer('never'), request: { headers: forwarded } },
    ],
  ])('is missing where %s', (_, event) => {
    expect(findAddress(event as never, SENDER)).toBeUndefined();
    expect(isSenderUser(event as never)).toBe(false);
  });

  it.each<[string, object, string]>([
    ['the address in the event', { user: { ip_address: '192.0.2.1' }, ...browser }, '192.0.2.1'],
    [
      'the address in the event, though the SDK infers none',
      { user: { ip_address: '192.0.2.1' }, ...infer('never') },
      '192.0.2.1',
    ],
    [
      'the first address that a proxy names',
      { ...server, request: { headers: forwarded, env: { REMOTE_ADDR: '10.0.0.2' } } },
      '198.51.100.4',
    ],
    [
      'the address that the server answered',
      { ...server, request: { env: { REMOTE_ADDR: '198.51.100.9' } } },
      '198.51.100.9',
    ],
  ])('is %s', (_, event, address) => {
    expect(findAddress(event as never, SENDER)).toBe(address);
    expect(isSenderUser(event as never)).toBe(false);
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', 'localhost'])(
    'is left out when it is %s',
    (address) => {
      expect(findAddress({ user: { ip_address: address } }, SENDER)).toBeUndefined();
    },
  );
});
