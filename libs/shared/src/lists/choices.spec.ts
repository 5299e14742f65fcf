import { describe, expect, it } from '@jest/globals';
import { findChoice, findChoices, toChoices } from './choices.ts';

describe('toChoices', () => {
  it.each([
    [49, 49, undefined],
    [50, 50, true],
    [5000, 50, true],
  ])('lists of %d values %d, and has the others typed: %s', (count, listed, isTyped) => {
    const { values, ...rest } = toChoices(Array.from({ length: count }, (_, at) => `v${at}`));
    expect([values.length, rest.isTyped]).toEqual([listed, isTyped]);
  });
});

describe('findChoice', () => {
  const projects = [
    ['web', 'Web Shop'],
    ['web-old', 'web'],
    ['pay', 'Billing'],
    ['pay-eu', 'Billing'],
    'api',
  ] as const;

  it.each([
    ['web', 'web'],
    [' web shop ', 'web'],
    ['API', 'api'],
    ['pay-eu', 'pay-eu'],
  ])('finds by %j the value %s', (typed, value) => {
    expect(findChoice('project', typed, projects)).toEqual({ ok: true, value });
  });

  it.each([
    ['billing', 'Several projects are called “%”. Did you mean Billing (pay), Billing (pay-eu)?'],
    ['shop', 'There is no project “%”. Did you mean Web Shop (web)?'],
    ['apj', 'There is no project “%”. Did you mean api?'],
    ['WEB', 'Several projects are called “%”. Did you mean Web Shop (web), web (web-old)?'],
    ['checkout', 'There is no project “%”.'],
    ['', 'There is no project “%”.'],
  ])('answers %j with near names', (typed, told) => {
    const message = told.replace('%', typed);
    expect(findChoice('project', `${typed} `, projects)).toEqual({ ok: false, message });
  });

  it('names at most five', () => {
    const many = Array.from({ length: 9 }, (_, at) => `service-${at}`);
    const message = `There is no project “service”. Did you mean ${many.slice(0, 5).join(', ')}?`;
    expect(findChoice('project', 'service', many)).toEqual({ ok: false, message });
  });
});

describe('findChoices', () => {
  const projects = ['web', ['pay', 'Pay, and more'], 'api'] as const;

  it.each([
    ['web api', ['web', 'api', 'WEB']],
    ['web api', ['web, api,']],
    ['pay', ['pay, and more', '']],
  ])('finds %s', (values, typed) => {
    const found = { ok: true, values: values.split(' ') };
    expect(findChoices('project', typed, projects)).toEqual(found);
  });

  it('has a message for each that is not there', () => {
    const messages = [
      'There is no project “shop”.',
      'There is no project “apis”. Did you mean api?',
    ];
    const found = { ok: false, messages };
    expect(findChoices('project', ['web, shop', 'apis'], projects)).toEqual(found);
  });
});
