import { describe, expect, it } from '@jest/globals';
import { defaultPrivacy } from '#shared';
import { hideSecrets } from './hide-secrets.ts';
import { Hiding } from './hiding.ts';

function hide(event: Record<string, unknown>) {
  const { values, total } = hideSecrets(event);
  return { event, paths: values.map(({ path }) => path), total };
}

describe('hideSecrets', () => {
  it.each<[string, object, object, string[]]>([
    [
      'a variable, at any depth',
      { extra: { a: [{ db: { password: 'x' } }] } },
      { extra: { a: [{ db: { password: '[Filtered]' } }] } },
      ['extra.a[].db.password'],
    ],
    [
      'everything below the name of a secret',
      { contexts: { auth: { type: 'oauth', credentials: { user: 'u' } } } },
      { contexts: { auth: { type: 'oauth', credentials: '[Filtered]' } } },
      ['contexts.auth.credentials'],
    ],
    ['a number', { extra: { pin: 1234 } }, { extra: { pin: '[Filtered]' } }, ['extra.pin']],
    [
      'headers as an object',
      { request: { headers: { Accept: '*/*', Authorization: 'Bearer x' } } },
      { request: { headers: { Accept: '*/*', Authorization: '[Filtered]' } } },
      ['request.headers.Authorization'],
    ],
    [
      'headers as pairs',
      {
        request: {
          headers: [
            ['Accept', '*/*'],
            ['X-Api-Key', 'x'],
          ],
        },
      },
      {
        request: {
          headers: [
            ['Accept', '*/*'],
            ['X-Api-Key', '[Filtered]'],
          ],
        },
      },
      ['request.headers.X-Api-Key'],
    ],
    [
      'the values of cookies in a header',
      { request: { headers: { Cookie: 'a=1; b=2' } } },
      { request: { headers: { Cookie: 'a=[Filtered]; b=[Filtered]' } } },
      ['request.headers.Cookie'],
    ],
    [
      'a cookie without a name',
      { request: { headers: { Cookie: 'a=1; value' } } },
      { request: { headers: { Cookie: 'a=[Filtered]; [Filtered]' } } },
      ['request.headers.Cookie'],
    ],
    [
      'the values of cookies as text',
      { request: { cookies: 'theme=dark; sid=1' } },
      { request: { cookies: 'theme=[Filtered]; sid=[Filtered]' } },
      ['request.cookies'],
    ],
    [
      'the values of cookies as an object',
      { request: { cookies: { theme: 'dark' } } },
      { request: { cookies: 'theme=[Filtered]' } },
      ['request.cookies'],
    ],
    [
      'the values of cookies as pairs',
      { request: { cookies: [['theme', 'dark']] } },
      { request: { cookies: 'theme=[Filtered]' } },
      ['request.cookies'],
    ],
    [
      'the values of cookies of a response, whatever their form',
      {
        contexts: { response: { cookies: { sid: 'x', theme: 'dark' }, status_code: 200 } },
        extra: { cookies: [{ name: 'sid', value: 'x', path: '/' }] },
      },
      {
        contexts: { response: { cookies: 'sid=[Filtered]; theme=[Filtered]', status_code: 200 } },
        extra: { cookies: 'sid=[Filtered]' },
      },
      ['contexts.response.cookies', 'extra.cookies'],
    ],
    [
      'what follows the name of a secret in a call of the console',
      {
        breadcrumbs: [
          {
            message: 'my token: hush 7 token x ok',
            data: { arguments: ['my token:', 'hush', 7, 'token', 'x', 'ok'] },
          },
        ],
      },
      {
        breadcrumbs: [
          {
            message: 'my token: [Filtered] 7 token [Filtered] ok',
            data: { arguments: ['my token:', '[Filtered]', 7, 'token', '[Filtered]', 'ok'] },
          },
        ],
      },
      ['breadcrumbs[].data.arguments[]'],
    ],
    [
      'results of feature flags, and certificates of clients',
      {
        contexts: { flags: { values: [{ flag: 'password', result: 'x' }] } },
        request: { headers: { 'X-Forwarded-Client-Cert': 'Hash=x' } },
      },
      {
        contexts: { flags: { values: [{ flag: 'password', result: '[Filtered]' }] } },
        request: { headers: { 'X-Forwarded-Client-Cert': '[Filtered]' } },
      },
      ['contexts.flags.values[].password', 'request.headers.X-Forwarded-Client-Cert'],
    ],
    [
      'a body that is a form',
      { request: { data: 'user=ann&password=x&empty=' } },
      { request: { data: 'user=ann&password=[Filtered]&empty=' } },
      ['request.data'],
    ],
    [
      'a body that is JSON',
      { request: { data: '{"user":"ann","login":{"token":"x"}}' } },
      { request: { data: '{"user":"ann","login":{"token":"[Filtered]"}}' } },
      ['request.data'],
    ],
    [
      'a body that has a name twice',
      { request: { data: '{"token":"x","token":1}' } },
      { request: { data: '[23 characters]' } },
      ['request.data'],
    ],
    [
      'a body that the SDK has parsed',
      { request: { data: { user: 'ann', password: 'x' } } },
      { request: { data: { user: 'ann', password: '[Filtered]' } } },
      ['request.data.password'],
    ],
    [
      'a body of another kind',
      { request: { data: '<password>x</password>' } },
      { request: { data: '[22 characters]' } },
      ['request.data'],
    ],
    [
      'a body that is too long to be looked at',
      { request: { data: { text: 'x'.repeat(9000) } } },
      { request: { data: '[9011 characters]' } },
      ['request.data'],
    ],
    [
      'queries',
      { request: { url: 'https://x/y?a=1&api_key=x#z', query_string: 'token=x&b=2' } },
      {
        request: {
          url: 'https://x/y?a=1&api_key=[Filtered]#z',
          query_string: 'token=[Filtered]&b=2',
        },
      },
      ['request.url', 'request.query_string'],
    ],
    [
      'addresses of breadcrumbs, headers and servers',
      {
        breadcrumbs: [{ data: { url: 'https://u:pw@x/?token=x', 'http.query': 'token=x' } }],
        request: { headers: { Referer: 'https://x/#access_token=x' } },
      },
      {
        breadcrumbs: [
          {
            data: {
              url: 'https://[Filtered]@x/?token=[Filtered]',
              'http.query': 'token=[Filtered]',
            },
          },
        ],
        request: { headers: { Referer: 'https://x/#access_token=[Filtered]' } },
      },
      [
        'breadcrumbs[].data.url',
        'breadcrumbs[].data.http.query',
        'request.headers.Referer',
        'breadcrumbs[].data.url',
      ],
    ],
    [
      'the address of a page that violated its policy',
      { url: 'https://x/?token=x', body: { documentURL: 'https://x/?token=x' } },
      { url: 'https://x/?token=[Filtered]', body: { documentURL: 'https://x/?token=[Filtered]' } },
      ['url', 'body.documentURL'],
    ],
    [
      'a field that names itself',
      { extra: { fields: [{ name: 'password', value: 'x' }] } },
      { extra: { fields: [{ name: 'password', value: '[Filtered]' }] } },
      ['extra.fields[].password'],
    ],
    [
      'tags as pairs',
      {
        tags: [
          ['token', 'x'],
          ['env', 'prod'],
        ],
      },
      {
        tags: [
          ['token', '[Filtered]'],
          ['env', 'prod'],
        ],
      },
      ['tags.token'],
    ],
    [
      'pairs of a query, and values of the environment, a user and a list',
      {
        request: { query_string: [['token', 'x']], env: { API_KEY: 'x' } },
        user: { data: { pwd: 'x' } },
        extra: { passwords: ['x'] },
      },
      {
        request: { query_string: [['token', '[Filtered]']], env: { API_KEY: '[Filtered]' } },
        user: { data: { pwd: '[Filtered]' } },
        extra: { passwords: '[Filtered]' },
      },
      ['request.query_string.token', 'request.env.API_KEY', 'user.data.pwd', 'extra.passwords'],
    ],
  ])('takes out %s', (_, sent, left, paths) => {
    expect(hide({ ...sent })).toMatchObject({ event: left, paths });
  });

  it.each<[string, object]>([
    [
      'empty values',
      { extra: { password: null, token: '', pwd: false }, request: { cookies: {} } },
    ],
    ['values that their SDK has hidden', { extra: { password: '[Filtered]' } }],
    ['names of packages', { modules: { cookie: '0.7.1', passwd: '1' }, sdk: { name: 'token' } }],
    ['a form without secrets', { request: { data: 'a=1&b=2', url: '/x?y=1' } }],
    ['a context named auth', { contexts: { auth: { type: 'oauth', provider: 'example' } } }],
    [
      'numbers and hashes that read like secrets',
      {
        extra: {
          key: 'cart',
          invoice: 4_111_111_111_111_112,
          order: '4111111111111112',
          snowflake: '1795393162800123456',
          phone: '+49 30 901820',
          prompt_tokens: 812,
          hash: 'd41d8cd98f00b204e9800998ecf8427e',
          uuid: '41111111-1111-4111-8111-111111111111',
        },
      },
    ],
    [
      'flags that are on or off, other arguments, and what describes a cookie',
      {
        contexts: { flags: { values: [{ flag: 'password', result: true }] } },
        breadcrumbs: [{ data: { arguments: ['token count', '7', 'token', 'was not sent'] } }],
        extra: { cookie: { path: '/', secure: true } },
      },
    ],
    ['JSON without secrets', { request: { data: '{ "a": 1 }' } }],
  ])('leaves %s as it is', (_, sent) => {
    expect(hide(structuredClone(sent) as never)).toEqual({ event: sent, paths: [], total: 0 });
  });

  it('counts hidden values by place and rule, lists no more than 100 places, and hides all', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ token: 'x', [`${index} pwd`]: 'x' }));
    const event = { extra: { many } };
    const { values, total } = hideSecrets(event);
    expect(values).toHaveLength(100);
    expect(values[0]).toEqual({ path: 'extra.many[].token', rule: 'name of field', count: 300 });
    expect(total).toBe(600);
    expect(JSON.stringify(event)).not.toContain('"x"');
  });

  it('searches texts everywhere, and code for literals', () => {
    const key = 'AKIAIOSFODNN7EXAMPLE';
    const frame = {
      filename: 'https://x/a.js?token=x',
      context_line: `connect('${key}', user="ann", password="hunter")`,
      pre_context: [key],
      vars: { dsn: 'pg://u:p@db', list: ['password=x'], card: 4_111_111_111_111_111 },
    };
    const event = {
      message: `login failed, password=x`,
      exception: { values: [{ value: `no ${key}`, stacktrace: { frames: [frame] } }] },
      extra: { argv: ['app', '--token', 'x'], pin: 1234, tokens: 1500, ids: ['x', 'y'] },
      fingerprint: ['Bearer abc123def456'],
      modules: { 'password=x': '1' },
    };
    const { values } = hideSecrets(event);
    expect(event).toEqual({
      message: 'login failed, password=[Filtered]',
      exception: {
        values: [
          {
            value: 'no [Filtered]',
            stacktrace: {
              frames: [
                {
                  filename: 'https://x/a.js?token=[Filtered]',
                  context_line: `connect('[Filtered]', user="ann", password="[Filtered]")`,
                  pre_context: ['[Filtered]'],
                  vars: {
                    dsn: 'pg://[Filtered]@db',
                    list: ['password=[Filtered]'],
                    card: '[Filtered]',
                  },
                },
              ],
            },
          },
        ],
      },
      extra: {
        argv: ['app', '--token', '[Filtered]'],
        pin: '[Filtered]',
        tokens: 1500,
        ids: ['x', 'y'],
      },
      fingerprint: ['Bearer [Filtered]'],
      modules: { 'password=x': '1' },
    });
    expect(values).toContainEqual({
      path: 'exception.values[].stacktrace.frames[].vars.list[]',
      rule: 'name in text',
      count: 1,
    });
  });

  it('follows the names and paths that a project has set', () => {
    const hiding = new Hiding({
      ...defaultPrivacy,
      secretNames: ['customer no'],
      safeNames: ['game-token'],
      openPaths: ['extra.debug[].raw', 'request.headers.X-Token'],
    });
    const event = {
      extra: { customerNo: 7, gameToken: 'a', debug: [{ raw: { pwd: 'a' }, pwd: 'a' }] },
      request: {
        headers: [
          ['X-Token', 'a'],
          ['X-Auth', 'a'],
        ],
      },
    };
    hideSecrets(event, hiding);
    expect(event).toEqual({
      extra: {
        customerNo: '[Filtered]',
        gameToken: 'a',
        debug: [{ raw: { pwd: 'a' }, pwd: '[Filtered]' }],
      },
      request: {
        headers: [
          ['X-Token', 'a'],
          ['X-Auth', '[Filtered]'],
        ],
      },
    });
  });

  it('hides a secret below the name of a prototype', () => {
    const event = JSON.parse('{"extra":{"__proto__":{"password":"x"}}}') as never;
    expect(JSON.stringify(hide(event).event)).toBe(
      '{"extra":{"__proto__":{"password":"[Filtered]"}}}',
    );
  });
});
