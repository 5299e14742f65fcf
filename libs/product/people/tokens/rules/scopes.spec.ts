import { describe, expect, it } from '@jest/globals';
import { isInstanceRight } from '#product/people/accounts/rules';
import { isScope, scopes, toRights } from './scopes.ts';

describe('toRights', () => {
  it('lets CI upload and say what a release has, and read no issue', () => {
    const rights = toRights(['org:ci']);
    expect([...rights]).toEqual(['releases.read', 'releases.write', 'sourceMaps.upload']);
  });

  it('gives of the rights of owners that of making projects alone', () => {
    expect([...toRights(scopes)].filter(isInstanceRight)).toEqual(['projects.create']);
  });

  it('gives nothing without a scope', () => {
    expect(toRights([])).toEqual(new Set());
  });
});

it('tells scopes from other words', () => {
  expect(['org:ci', 'org:admin', 'toString', ''].filter(isScope)).toEqual(['org:ci']);
});
