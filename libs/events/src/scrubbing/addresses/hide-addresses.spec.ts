import { describe, expect, it } from '@jest/globals';
import type { AddressChoice } from '#shared';
import { HiddenNotes } from '../hidden-notes.ts';
import { hideAddresses } from './hide-addresses.ts';
import { shortenAddress } from './shorten-address.ts';

describe('shortenAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7344', '2001:db8:85a3::'],
    ['2001:DB8::7', '2001:db8::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.0'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['1:2:3', undefined],
    ['a::b::c', undefined],
    ['{{auto}}', undefined],
    ['12:30:45', undefined],
  ])('shortens %s to %s', (address, short) => {
    expect(shortenAddress(address)).toBe(short);
  });
});

function hide(event: object, choice: AddressChoice, senderAddress?: string) {
  const notes = new HiddenNotes();
  const left = structuredClone(event);
  hideAddresses(left as never, { choice, senderAddress, json: JSON.stringify(event), notes });
  return { left, paths: notes.list().map(({ path }) => path) };
}

describe('the addresses of an event’s user', () => {
  const event = {
    user: { ip_address: '203.0.113.7' },
    request: {
      headers: [
        ['X-Forwarded-For', '203.0.113.7, 10.0.0.1'],
        ['User-Agent', 'Chrome/140.0.0.0'],
      ],
      env: { REMOTE_ADDR: '203.0.113.7', HTTP_X_REAL_IP: '2001:db8:1:2::3', PORT: '80' },
    },
    tags: { from: '203.0.113.7', node: '203.0.113.70' },
    breadcrumbs: [{ message: 'welcome 203.0.113.7!' }],
  };

  it('are shortened wherever they stand in the event', () => {
    const { left, paths } = hide(event, 'shorten');
    expect(left).toEqual({
      user: { ip_address: '203.0.113.0' },
      request: {
        headers: [
          ['X-Forwarded-For', '203.0.113.0, 10.0.0.0'],
          ['User-Agent', 'Chrome/140.0.0.0'],
        ],
        env: { REMOTE_ADDR: '203.0.113.0', HTTP_X_REAL_IP: '2001:db8:1::', PORT: '80' },
      },
      tags: { from: '203.0.113.0', node: '203.0.113.70' },
      breadcrumbs: [{ message: 'welcome 203.0.113.0!' }],
    });
    expect(paths).toEqual([
      'user.ip_address',
      'request.headers.X-Forwarded-For',
      'request.env.REMOTE_ADDR',
      'request.env.HTTP_X_REAL_IP',
      'tags.from',
      'breadcrumbs[].message',
    ]);
  });

  it('are dropped or kept by choice', () => {
    const { left } = hide(event, 'drop');
    expect(JSON.stringify(left)).not.toMatch(/203\.0\.113\.7\b|2001/);
    expect(left).toMatchObject({ user: { ip_address: null } });
    expect(hide(event, 'keep')).toEqual({ left: event, paths: [] });
  });

  it('include the address of the sender where that is the user', () => {
    const sent = { user: { ip_address: '{{auto}}' }, extra: { ip: '198.51.100.4' } };
    expect(hide(sent, 'shorten', '198.51.100.4').left).toMatchObject({
      extra: { ip: '198.51.100.0' },
    });
    expect(hide(sent, 'shorten').left).toEqual(sent);
  });
});
