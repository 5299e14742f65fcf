import { describe, expect, it } from '@jest/globals';
import { isSecretName } from './secret-names.ts';

describe('the name of a secret', () => {
  it.each([
    'password',
    'PASSWORD',
    'user_password',
    'userPassword',
    'db.password.hash',
    'passwd',
    'pwd',
    'secret',
    'clientSecret',
    'client-secret-key',
    'token',
    'access_token',
    'csrftoken',
    'csrfmiddlewaretoken',
    'X-Auth-Token',
    'api_key',
    'apiKey',
    'APIKey',
    'X-API-Key',
    'api.key',
    'accessKey',
    'aws_access_key_id',
    'private-key',
    'Authorization',
    'Proxy-Authorization',
    'HTTP_AUTHORIZATION',
    'credentials',
    'session id',
    'sessionId',
    'JSESSIONID',
    'Cookie',
    'Set-Cookie',
    'HTTP_COOKIE',
    'X-Xsrf',
    'PGPASSWORD',
    'dbpassword',
    'password2',
    'passcode',
  ])('is %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    '',
    'Accept',
    'author',
    'authority',
    'authenticated',
    'auth_type',
    'token_count',
    'max_tokens',
    'tokenizer',
    'session_duration',
    'secretary',
    'compass',
    'passenger',
    'key',
    'primary_key',
    'cookie_policy',
    'csrf_exempt',
    'spinner',
    'pinned',
    'monkey',
  ])('is not %p', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
