import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import type { EventRequest } from '#shared';
import { toCurl } from './to-curl.ts';

function argumentsOf(request: EventRequest): string[] {
  const command = toCurl(request) ?? '';
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script]).toString('utf8').split('\0').slice(0, -1);
}

describe('toCurl', () => {
  it('sends the request again, without cookies and headers that curl sends itself', () => {
    const request = {
      method: 'POST',
      url: 'https://shop.example/pay',
      query: 'a=1&b=[2]',
      headers: [
        ['Host', 'shop.example'],
        ['Content-Type', 'application/json'],
        ['Content-Length', '9'],
        ['Cookie', 'a=b'],
      ],
      body: { price: null },
    } as const;
    expect(toCurl(request)).toBe(
      [
        "curl --globoff 'https://shop.example/pay?a=1&b=[2]'",
        "-H 'Content-Type: application/json'",
        `--data-raw '{"price":null}'`,
      ].join(' \\\n  '),
    );
  });

  it.each([
    ['GET', undefined, []],
    ['DELETE', undefined, ['-X', 'DELETE']],
    ['PUT', 'text', ['-X', 'PUT', '--data-raw', 'text']],
    ['POST', 'text', ['--data-raw', 'text']],
    ['GET', 'text', ['-X', 'GET', '--data-raw', 'text']],
  ])('writes the options for a %s request with body %j', (method, body, rest) => {
    const url = 'http://shop.example/';
    expect(
      argumentsOf({ method, url, headers: [], ...(body === undefined ? {} : { body }) }),
    ).toEqual(['--globoff', url, ...rest]);
  });

  it('sends the body of a form as a form', () => {
    const headers = [['content-type', 'application/x-www-form-urlencoded; charset=utf-8']] as const;
    const body = { name: 'a b', tags: ['x', 'y'], count: 2 };
    expect(argumentsOf({ method: 'POST', url: 'http://a.example', headers, body }).at(-1)).toBe(
      'name=a+b&tags=x&tags=y&count=2',
    );
  });

  it('lets no request run a command, or read a file', () => {
    const nasty = `'; touch /tmp/owned; $(id) \`id\` "\\\n@/etc/passwd`;
    const told = argumentsOf({
      method: nasty,
      url: `https://a.example/${nasty}`,
      headers: [
        ['@/etc/passwd', 'x'],
        ['-o', '/tmp/owned'],
        ['X-Note', `${nasty}\r\nX-Other: 1`],
      ],
      body: `@${nasty}\0`,
    });
    expect(told).toEqual([
      '--globoff',
      `https://a.example/${nasty}`,
      '-X',
      nasty,
      '-H',
      '-o: /tmp/owned',
      '-H',
      `X-Note: ${nasty.replaceAll('\n', ' ')} X-Other: 1`,
      '--data-raw',
      `@${nasty}`,
    ]);
  });

  it.each([undefined, '/pay', 'javascript:alert(1)', '-K /etc/passwd'])(
    'makes no command for the address %j',
    (url) => {
      expect(toCurl({ headers: [], ...(url === undefined ? {} : { url }) })).toBeUndefined();
    },
  );
});
