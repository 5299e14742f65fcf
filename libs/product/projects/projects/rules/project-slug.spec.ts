import { describe, expect, it } from '@jest/globals';
import { isProjectSlug, parseProjectSlugs, toProjectSlug } from './project-slug.ts';

describe('isProjectSlug', () => {
  it.each(['a', '0', 'web-shop', 'a-', 'x'.repeat(50)])('accepts %s', (slug) => {
    expect(isProjectSlug(slug)).toBe(true);
  });

  it.each(['', '-a', 'Web', 'web shop', 'wéb', 'web\n', 'x'.repeat(51)])('refuses %j', (slug) => {
    expect(isProjectSlug(slug)).toBe(false);
  });
});

describe('toProjectSlug', () => {
  it.each([
    ['Web', 'web'],
    [' Café “Shop” No. 2! ', 'cafe-shop-no-2'],
    ['ＡＰＩ', 'api'],
    [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  ])('makes of the name %j the slug %s', (name, slug) => {
    expect(toProjectSlug(name)).toBe(slug);
    expect(isProjectSlug(slug)).toBe(true);
  });

  it('makes no slug of a name without a usable letter or digit', () => {
    expect(toProjectSlug('магазин')).toBeUndefined();
    expect(toProjectSlug('…')).toBeUndefined();
  });
});

describe('parseProjectSlugs', () => {
  it.each([
    ['web', ['web']],
    ['web,api,web', ['web', 'api']],
    ['web,', undefined],
    ['web,API', undefined],
    [Array.from({ length: 21 }, (_, index) => `p${index}`).join(), undefined],
  ])('reads %j as the slugs %j', (text, slugs) => {
    expect(parseProjectSlugs(text)).toEqual(slugs);
  });
});
