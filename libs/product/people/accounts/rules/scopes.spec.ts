import { describe, expect, it } from '@jest/globals';
import { isInstanceRight } from './roles.ts';
import { isScope, scopes, toRights } from './scopes.ts';

describe('toRights', () => {
  it('lets the scope org:ci read and write releases and upload source maps only', () => {
    const rights = toRights(['org:ci']);
    expect([...rights]).toEqual(['releases.read', 'releases.write', 'sourceMaps.upload']);
  });

  it('gives all scopes together only one right of owners, to create projects', () => {
    expect([...toRights(scopes)].filter(isInstanceRight)).toEqual(['projects.create']);
  });

  it('gives no right without a scope', () => {
    expect(toRights([])).toEqual(new Set());
  });
});

it('isScope tells scopes from other words', () => {
  expect(['org:ci', 'org:admin', 'toString', ''].filter(isScope)).toEqual(['org:ci']);
});
