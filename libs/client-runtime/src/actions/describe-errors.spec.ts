import { afterEach, describe, expect, it } from '@jest/globals';
import { runtimeTexts } from '../runtime-texts.ts';
import { describeErrors } from './describe-errors.ts';

describe('describeErrors', () => {
  afterEach(() => void Reflect.deleteProperty(runtimeTexts, 'invalid'));

  it.each([
    [1, ['Too long.'], '1 field needs attention: Too long.'],
    [2, ['Too long.', 'Not here.'], '2 fields need attention: Too long. Not here.'],
    [0, ['Nobody has this password.'], 'Nobody has this password.'],
  ])('counts %i fields with errors', (count, errors, text) => {
    expect(describeErrors(count, errors)).toBe(text);
  });

  it('counts them in the language of the product', () => {
    Object.assign(runtimeTexts, { invalid: 'Zu prüfende Felder: {count}.' });
    expect(describeErrors(2, ['Zu lang.'])).toBe('Zu prüfende Felder: 2. Zu lang.');
  });
});
