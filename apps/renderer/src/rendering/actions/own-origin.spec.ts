import { describe, expect, it } from '@jest/globals';
import { isOwnOrigin } from './own-origin.ts';

const publicOrigin = 'https://errata.example';

function isAllowed(
  headers: Record<string, string>,
  host: string | undefined = 'here.example',
): boolean {
  return isOwnOrigin({ headers, host, publicOrigin });
}

describe('isOwnOrigin', () => {
  it.each([
    ['https://errata.example', 'other.example'],
    ['https://here.example', 'here.example'],
    ['http://here.example', 'here.example'],
    ['http://here.example:80', 'here.example'],
    ['https://here.example', 'here.example:443'],
    ['https://HERE.example', 'here.example'],
    ['http://localhost:3000', 'localhost:3000'],
    ['http://[::1]:3000', '[::1]:3000'],
  ])('allows the origin %s at the host %s', (origin, host) => {
    expect(isAllowed({ origin, cookie: 'session=1' }, host)).toBe(true);
  });

  it.each([
    ['null', 'here.example'],
    ['', 'here.example'],
    ['https://example.com', 'here.example'],
    ['https://sub.here.example', 'here.example'],
    ['https://here.example', 'sub.here.example'],
    ['https://here.example.evil.example', 'here.example'],
    ['https://here.example:8443', 'here.example'],
    ['http://localhost:3001', 'localhost:3000'],
    ['https://here.example, https://here.example', 'here.example'],
    ['here.example', 'here.example'],
    ['file://', ''],
    ['https://user@here.example', 'here.example:1'],
  ])('refuses the origin %j at the host %j', (origin, host) => {
    expect(isAllowed({ origin }, host)).toBe(false);
  });

  it('refuses any origin but the public one where there is no host', () => {
    const headers = { origin: 'https://here.example' };
    expect(isOwnOrigin({ headers, host: undefined, publicOrigin })).toBe(false);
    expect(isOwnOrigin({ headers: { origin: publicOrigin }, host: undefined, publicOrigin })).toBe(
      true,
    );
  });

  it.each([
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': '' }, false],
    [{ cookie: 'session=1' }, false],
    [{ cookie: 'session=1', 'sec-fetch-site': 'same-origin' }, true],
    [{ cookie: 'session=1', 'sec-fetch-site': 'same-site' }, false],
    [{ cookie: 'session=1', 'sec-fetch-site': 'none' }, false],
    [{ cookie: '' }, false],
  ])('judges a request without an origin by the headers %j: %j', (headers, allowed) => {
    expect(isAllowed(headers as Record<string, string>)).toBe(allowed);
  });

  it.each([
    {},
    { origin: publicOrigin },
    { origin: 'https://here.example' },
    { origin: publicOrigin, cookie: 'session=1' },
  ])('refuses a request that the browser marks as cross-site, with headers %j', (headers) => {
    expect(isAllowed(headers as Record<string, string>)).toBe(true);
    expect(
      isAllowed({ ...headers, 'sec-fetch-site': 'cross-site' } as Record<string, string>),
    ).toBe(false);
  });
});
