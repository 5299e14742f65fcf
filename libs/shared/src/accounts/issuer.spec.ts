import { describe, expect, it } from '@jest/globals';
import { isIssuer, isSameIssuer } from './issuer.ts';

describe('isIssuer', () => {
  it.each([
    'https://id.example.org',
    'https://id.example.org/realms/company/',
    'http://localhost:8080',
    'http://keycloak:8080/realms/x',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
  ])('takes %s', (text) => {
    expect(isIssuer(text)).toBe(true);
  });

  it.each([
    'http://id.example.org',
    'http://10.0.0.5',
    'https://id.example.org/.well-known/openid-configuration',
    'https://id.example.org?x=1',
    'https://user@id.example.org',
    'javascript:alert(1)',
    'id.example.org',
    '',
    7,
  ])('refuses %s', (text) => {
    expect(isIssuer(text)).toBe(false);
  });
});

it('isSameIssuer ignores a trailing slash and the case of the host, and nothing else', () => {
  expect(isSameIssuer('https://id.example', 'https://id.example/')).toBe(true);
  expect(isSameIssuer('https://ID.example/a', 'https://id.example/a/')).toBe(true);
  expect(isSameIssuer('https://id.example/a', 'https://id.example/A')).toBe(false);
  expect(isSameIssuer('https://id.example', 'http://id.example')).toBe(false);
});
