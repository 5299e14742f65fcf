import { describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { toRedirectTarget } from './redirect-target.ts';
import type { RedirectOrigin, RedirectTarget } from './redirect-target.ts';

function target(address: string, from: Partial<RedirectOrigin> = {}): RedirectTarget {
  return toRedirectTarget(address, {
    origins: ['http://internal:3000', 'https://errata.example'],
    basePath: '',
    url: '/issues?page=1',
    ...from,
  });
}

describe('toRedirectTarget', () => {
  it.each(['/issues', '/issues?page=2', '/', '/caf%C3%A9', '/a//b', '/a?to=//elsewhere.example'])(
    'leads within the application, for a fetch to follow: %j',
    (address) => {
      expect(target(address)).toEqual({ location: address, isFollowed: true });
    },
  );

  it('puts the base path before an address within the application', () => {
    const from = { basePath: '/base', url: '/issues' };
    expect(target('/users', from).location).toBe('/base/users');
    expect(target('/base', from).location).toBe('/base/base');
  });

  it('changes the query of the page', () => {
    expect(target('?page=2').location).toBe('/issues?page=2');
  });

  it('keeps a fragment, which no fetch follows', () => {
    expect(target('/issues#part')).toEqual({ location: '/issues#part', isFollowed: false });
  });

  it.each(['http://internal:3000', 'https://errata.example'])(
    'stays within the application when the address names its origin: %s',
    (origin) => {
      expect(target(`${origin}/users?a=1`)).toEqual({ location: '/users?a=1', isFollowed: true });
    },
  );

  it('does not put the base path before an absolute address', () => {
    expect(target('https://errata.example/base/users', { basePath: '/base' }).location).toBe(
      '/base/users',
    );
  });

  it.each([
    ['https://elsewhere.example/x?y#z', 'https://elsewhere.example/x?y#z'],
    ['http://errata.example/', 'http://errata.example/'],
    ['https://errata.example:444/', 'https://errata.example:444/'],
    ['https://errata.example@elsewhere.example/', 'https://errata.example@elsewhere.example/'],
  ])('leads the browser to another origin: %j', (address, location) => {
    expect(target(address)).toEqual({ location, isFollowed: false });
  });

  it('names no host by a path that begins with two slashes', () => {
    const { location, isFollowed } = target('https://errata.example//elsewhere.example/x');
    expect(isFollowed).toBe(true);
    expect(new URL(location, 'https://errata.example/issues').href).toBe(
      'https://errata.example//elsewhere.example/x',
    );
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https:elsewhere.example',
    '//elsewhere.example',
    '//root.invalid',
    '/\n/root.invalid',
    String.raw`/\elsewhere.example`,
    String.raw`\\elsewhere.example`,
    '/\t/elsewhere.example',
    ' //elsewhere.example',
    '/.//elsewhere.example/x',
    '/a/..//elsewhere.example/x',
    'issues',
    '',
  ])('refuses an address that is no path of the application and no http(s) URL: %j', (address) => {
    expect(() => target(address)).toThrow('A redirect leads to a path or to http(s)://');
    expect(() => target(address, { basePath: '/base' })).toThrow('A redirect leads to a path');
  });

  it.each(['http://', 'https://a b/', 'http://[::'])(
    'refuses an address that cannot be read: %j',
    (address) => {
      expect(() => target(address)).toThrow('Invalid URL');
    },
  );

  it.each([
    '/issues?page=1',
    '/issues?page=1#part',
    '/a/../issues?page=1',
    'https://errata.example/issues?page=1',
  ])('refuses to lead a page to itself: %j', (address) => {
    expect(() => target(address)).toThrow(
      new ErrataError('page.redirect_loop', { detail: '/issues?page=1' }),
    );
  });

  it('refuses to lead a page to itself below a base path', () => {
    const from = { basePath: '/base', url: '/issues' };
    expect(() => target('/issues', from)).toThrow('This page leads to itself. /base/issues');
  });

  it.each(['/issues', '/issues?page=2', '/issues?page=1&', '/Issues?page=1', '/issues/?page=1'])(
    'leads to another page whose address only looks alike: %j',
    (address) => {
      expect(target(address).isFollowed).toBe(true);
    },
  );

  it('leads to an address even when the application knows no origin of its own', () => {
    expect(target('/users', { origins: [] }).location).toMatch(/\/users$/);
  });
});
