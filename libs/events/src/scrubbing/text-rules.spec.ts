import { describe, expect, it } from '@jest/globals';
import { defaultPrivacy, type HidingRule } from '#shared';
import { TextRules } from './text-rules.ts';

const PEM = '-----BEGIN RSA PRIVATE KEY-----';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

function hide(text: string, rules = new TextRules()) {
  const told: HidingRule[] = [];
  return { text: rules.hideIn(text, (rule) => told.push(rule)), told };
}

describe('TextRules', () => {
  it.each<[HidingRule, string, string]>([
    ['credentials', 'sent Bearer abc123def456 to x', 'sent Bearer [Filtered] to x'],
    ['credentials', 'Authorization BASIC YW5uOmh1bnRlcjI=', 'Authorization BASIC [Filtered]'],
    ['JSON Web Token', `got ${JWT}, expired`, 'got [Filtered], expired'],
    [
      'PEM block',
      `key ${PEM}\nProc-Type: 4\nabc+/\n-----END RSA PRIVATE KEY----- end`,
      'key [Filtered] end',
    ],
    ['PEM block', `cut ${PEM}\nabc`, 'cut [Filtered]'],
    ['user info', 'at postgres://app:p@ss@db:5432/x', 'at postgres://[Filtered]@db:5432/x'],
    ['user info', String.raw`"redis:\/\/:pw@cache"`, String.raw`"redis:\/\/[Filtered]@cache"`],
    ['card number', 'paid with 4111 1111 1111 1111.', 'paid with [Filtered].'],
    ['card number', 'amex 3782-822463-10005', 'amex [Filtered]'],
    ['card number', 'no=5555555555554444;', 'no=[Filtered];'],
    ['AWS key', 'key AKIAIOSFODNN7EXAMPLE of', 'key [Filtered] of'],
    ['GitHub token', `clone ghp_${'a1'.repeat(18)}`, 'clone [Filtered]'],
    ['OpenAI key', `sk-proj-${'a1'.repeat(9)}`, '[Filtered]'],
    ['API key', 'Internal key: sk-test-4711plantedSECRET0000abcd.', 'Internal key: [Filtered].'],
    ['API key', `sk-ant-api03-${'aB3_'.repeat(4)}${'a1B2'.repeat(5)}-AA`, '[Filtered]'],
    ['API key', `sk-or-v1-${'0a9f'.repeat(16)}`, '[Filtered]'],
    ['API key', `refused sk-${'Ab3d'.repeat(12)}`, 'refused [Filtered]'],
    ['API key', 'refused sk-qWeRtYuIoP4sDfGhJkLz,', 'refused [Filtered],'],
    ['API key', 'sk-lf-12ab34cd-1234-5678-9abc-1234567890ab', '[Filtered]'],
    ['Slack token', 'xoxb-123456-abcdef failed', '[Filtered] failed'],
    [
      'Slack token',
      'https://hooks.slack.com/services/T000/B000/abcdef',
      'https://hooks.slack.com/services/[Filtered]',
    ],
    ['Stripe key', `sk_live_${'a1'.repeat(6)}`, '[Filtered]'],
    ['name in text', 'Server=db;Password=p#ss;Port=1', 'Server=db;Password=[Filtered];Port=1'],
    ['name in text', 'user=ann password = hunter2 x', 'user=ann password = [Filtered] x'],
    ['name in text', `{'password': 'hun, ter'}`, `{'password': '[Filtered]'}`],
    ['name in text', '{"token":"a\\"b"}', '{"token":"[Filtered]"}'],
    [
      'name in text',
      String.raw`{"a":"{\"pwd\":\"x y\"}"}`,
      String.raw`{"a":"{\"pwd\":\"[Filtered]\"}"}`,
    ],
    ['name in text', '{:secret=>"x", :a=>1}', '{:secret=>"[Filtered]", :a=>1}'],
    ['name in text', 'Login{user=ann, password=abc}', 'Login{user=ann, password=[Filtered]}'],
    ['name in text', 'Pwd={a;b c};Server=x', 'Pwd=[Filtered];Server=x'],
    ['name in text', 'user[password]=x&b=2', 'user[password]=[Filtered]&b=2'],
    ['name in text', 'user%5Btoken%5D=x&b=2', 'user%5Btoken%5D=[Filtered]&b=2'],
    ['name in text', 'api key: ab12cd34', 'api key: [Filtered]'],
    ['name in text', 'X-Api-Key: ab12cd34', 'X-Api-Key: [Filtered]'],
    ['name in text', 'Cookie: a=1; b=2\nHost: x', 'Cookie: [Filtered]\nHost: x'],
    [
      'name in text',
      'mysql --user ann --password hunter2 db',
      'mysql --user ann --password [Filtered] db',
    ],
    [
      'name in text',
      '<login><password>a b</password></login>',
      '<login><password>[Filtered]</password></login>',
    ],
    ['name in text', '"pin": 1234', '"pin": [Filtered]'],
  ])('hides by the rule %s: %s', (rule, sent, left) => {
    expect(hide(sent)).toEqual({ text: left, told: [rule] });
  });

  it.each([
    'token=%s and password={} or secret=[REDACTED]',
    'where password = ? and token = $1',
    'if (password == other) return',
    'no module sk-learn-contrib-RandomForestClassifier100 for sk-fading-circle-12-and-more-dots',
    'task-4711plantedSECRET0000abcd',
  ])('leaves a text without secrets as it is: %s', (text) => {
    expect(hide(text)).toEqual({ text, told: [] });
  });

  it('hides mail addresses and account numbers where a project wants that', () => {
    const rules = new TextRules({ ...defaultPrivacy, hidesMail: true, hidesIban: true });
    expect(
      hide('ann@example.org has DE89 3704 0044 0532 0130 00 or DE89370400440532013001', rules),
    ).toEqual({
      text: '[Filtered] has [Filtered] or DE89370400440532013001',
      told: ['IBAN', 'mail address'],
    });
  });

  it('follows the secret and safe names of a project, too', () => {
    const own = { ...defaultPrivacy, secretNames: ['Kunden Nummer'], safeNames: ['token'] };
    expect(hide('kundenNummer=12 token=abc password=x', new TextRules(own)).text).toBe(
      'kundenNummer=[Filtered] token=abc password=[Filtered]',
    );
  });
});
