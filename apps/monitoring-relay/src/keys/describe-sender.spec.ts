import { describe, expect, it } from '@jest/globals';
import { findSdk, toNetwork } from './describe-sender.ts';

describe('the description of a sender', () => {
  const auth = { 'x-sentry-auth': 'Sentry sentry_client=raven-js/3, sentry_key=a' };

  it.each([
    ['X-Sentry-Auth', auth, '', 'raven-js'],
    ['Authorization', { authorization: 'Sentry sentry_client=sentry.go/0.4' }, '/', 'sentry.go'],
    ['the query', {}, '/x?sentry_client=sentry.javascript%2F11', 'sentry.javascript'],
    ['User-Agent', { 'user-agent': 'curl/8.1' }, '/x', 'curl'],
    ['no part of the request, so that it is empty', {}, '/x', ''],
  ])('takes the SDK from %s', (_, headers, url, sdk) => {
    expect(findSdk({ headers, url })).toBe(sdk);
  });

  it.each([
    ['10.1.2.3', '10.1.2.0/24'],
    ['2001:db8:12:34::1', '2001:db8:12::/48'],
    ['2001::1', '2001:0:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['nonsense', ''],
    [undefined, ''],
  ])('gives for the address %s the network %j', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});
