import { describe, expect, it } from '@jest/globals';
import { toIpAddress } from './ip-address.ts';

describe('toIpAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:255.255.255.255', '255.255.255.255'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('spells %s as %s', (text, address) => {
    expect(toIpAddress(text)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.7, 203.0.113.8',
    '2001:db8::1:4711:x',
    '[203.0.113.7',
    '%eth0',
    '203.0.113.7\n',
    '<script>',
    ':'.repeat(10_000),
  ])('takes %j for no address', (text) => {
    expect(toIpAddress(text)).toBeUndefined();
  });
});
