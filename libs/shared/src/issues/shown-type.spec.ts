import { expect, test } from '@jest/globals';
import { toIssueTitle, toShownType } from './shown-type.ts';

test.each([
  ['java.lang.IllegalStateException', 'IllegalStateException'],
  ['java.lang.StackOverflowError', undefined],
  ['org.springframework.web.servlet.resource.NoResourceFoundException', 'NoResourceFoundException'],
  ['com.acme.shop.web.controllers.OrderController$OutOfStock', 'OrderController$OutOfStock'],
  ['shop::billing::settlement::errors::TenantQuotaError', 'TenantQuotaError'],
  ['Illuminate\\Database\\Eloquent\\ModelNotFoundException', 'ModelNotFoundException'],
  ['*github.com/acme/shop/billing/internal.quotaError', undefined],
  ['The import of orders.csv.Gz has ended with errors', undefined],
  ['no.class.here.but.a.long.word.of.a.logger.only', undefined],
])('the type %s is shortened to %s', (type, short) => {
  expect(toShownType(type)).toBe(short ?? type);
});

test('the title of an issue consists of the type and message that the issue has', () => {
  const type = 'org.springframework.web.servlet.resource.NoResourceFoundException';
  expect(toIssueTitle({ type, value: 'No /favicon.ico' })).toBe(
    'NoResourceFoundException: No /favicon.ico',
  );
  expect(toIssueTitle({ type: 'KeyError', value: '' })).toBe('KeyError');
  expect(toIssueTitle({ type: '', value: 'It broke.' })).toBe('It broke.');
});
