import { describe, expect, it } from '@jest/globals';
import { SecretNames } from './secret-names.ts';

const names = new SecretNames({ secretNames: [], safeNames: [] });

describe('SecretNames', () => {
  it.each([
    'session id',
    ...`password PASSWORD user_password userPassword db.password.hash passwd pwd secret clientSecret client-secret-key
    token access_token csrftoken csrfmiddlewaretoken X-Auth-Token api_key apiKey APIKey X-API-Key api.key accessKey
    aws_access_key_id private-key Authorization Proxy-Authorization HTTP_AUTHORIZATION credentials sessionId
    JSESSIONID Cookie Set-Cookie HTTP_COOKIE X-Xsrf PGPASSWORD dbpassword password2 passcode tokens apiKeys
    token_value X-Amz-Signature login_pin auth_header auth db_pwd passphrase refresh-token signing_key
    connectionString`.split(/\s+/),
  ])('takes %s for the name of a secret', (name) => {
    expect(names.judge(name)).toBeDefined();
  });

  it.each(['API__KEY', 'api.2.key', 'APİ KEY', 'card / number', 'Backup-Code1'])(
    'takes %s, whose words stand apart, for the name of a secret',
    (name) => {
      expect(names.judge(name)).toBeDefined();
    },
  );

  it.each([
    '',
    ...`Accept author authority authenticated auth_type token_count max_tokens tokenizer session_duration secretary
    compass passenger key primary_key cookie_policy csrf_exempt spinner pinned monkey password_attempts map_pin
    password_reset_at has_password token_type secret_name cookies_enabled status auth_method
    authorization_status token_expires_in session_count session sessions_open password_min_length
    secret_count drop_pin key_count foreign_keys passed bypass_cache cookie_name api_version api_keyboard
    access_level accessKeyboard cardinality card_count signature_valid credentials_provider jwt_issuer certificate`.split(
      /\s+/,
    ),
  ])('does not take %p for the name of a secret', (name) => {
    expect(names.judge(name)).toBeUndefined();
  });
});
