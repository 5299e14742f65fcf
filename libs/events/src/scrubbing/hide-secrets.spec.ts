import { describe, expect, it } from '@jest/globals';
import { hideSecrets } from './hide-secrets.ts';

/** What is left of an event, and where something was taken out. */
function hide(event: Record<string, unknown>) {
  const paths = hideSecrets(event);
  return { event, paths };
}

describe('hideSecrets', () => {
  it.each<[string, object, object, string[]]>([
    [
      'a variable, at any depth',
      { extra: { a: [{ db: { password: 'x' } }] } },
      { extra: { a: [{ db: { password: '[Filtered]' } }] } },
      ['extra.a[0].db.password'],
    ],
    [
      'all that stands under its name',
      { contexts: { auth: { credentials: { user: 'u' } } } },
      { contexts: { auth: '[Filtered]' } },
      ['contexts.auth'],
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
      ['breadcrumbs[0].data.url', 'breadcrumbs[0].data.http.query', 'request.headers.Referer'],
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
      ['extra.fields[0].password'],
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
  ])('takes out %s', (_, sent, left, paths) => {
    expect(hide({ ...sent })).toEqual({ event: left, paths });
  });

  it.each<[string, object]>([
    [
      'what tells nothing',
      { extra: { password: null, token: '', pwd: false }, request: { cookies: {} } },
    ],
    ['what its SDK has hidden', { extra: { password: '[Filtered]' } }],
    ['names of packages', { modules: { cookie: '0.7.1', passwd: '1' }, sdk: { name: 'token' } }],
    ['a form without secrets', { request: { data: 'a=1&b=2', url: '/x?y=1' } }],
    ['JSON without secrets', { request: { data: '{ "a": 1 }' } }],
  ])('leaves %s as it is', (_, sent) => {
    expect(hide(structuredClone(sent) as never)).toEqual({ event: sent, paths: [] });
  });

  it('says where of no more than 100, and hides all', () => {
    const many = Array.from({ length: 300 }, () => ({ token: 'x' }));
    const { event, paths } = hide({ extra: { many } });
    expect(paths).toHaveLength(100);
    expect(JSON.stringify(event)).not.toContain('"x"');
  });

  it('hides what has the name of a prototype', () => {
    const event = JSON.parse('{"extra":{"__proto__":{"password":"x"}}}') as never;
    expect(JSON.stringify(hide(event).event)).toBe(
      '{"extra":{"__proto__":{"password":"[Filtered]"}}}',
    );
  });
});
