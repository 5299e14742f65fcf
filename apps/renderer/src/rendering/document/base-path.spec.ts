import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { stripBasePath } from './base-path.ts';

function strip(basePath: string, url: string): string {
  const request = { url } as Request;
  let passedOn = false;
  stripBasePath(basePath)(request, {} as Response, () => (passedOn = true));
  expect(passedOn).toBe(true);
  return request.url;
}

describe('stripBasePath', () => {
  it.each([
    ['/base', '/base/issues?x=1', '/issues?x=1'],
    ['/base', '/base', '/'],
    ['/base', '/base?x=1', '/?x=1'],
    ['/base', '/issues', '/issues'],
    ['/base', '/basement', '/basement'],
    ['', '/issues', '/issues'],
    ['', 'http://evil.example/issues?x=1', '/issues?x=1'],
    ['/base', 'http://evil.example/base/issues', '/issues'],
    ['', '*', '/'],
    ['', 'mailto:someone', '/'],
    ['', '//elsewhere.example/x?y=//z', '/elsewhere.example/x?y=//z'],
    ['', String.raw`/\elsewhere.example`, '/elsewhere.example'],
    ['', 'http://evil.example//elsewhere.example', '/elsewhere.example'],
    ['/base', '/base//elsewhere.example', '/elsewhere.example'],
    ['/base', '//elsewhere.example', '/elsewhere.example'],
  ])('strips the base path %j from %j, which becomes %j', (basePath, url, expected) => {
    expect(strip(basePath, url)).toBe(expected);
  });
});
