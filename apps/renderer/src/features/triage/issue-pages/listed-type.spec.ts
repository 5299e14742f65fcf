import { expect, test } from '@jest/globals';
import { toListedType } from './listed-type.ts';

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
])('%s is listed as %s', (type, listed) => {
  expect(toListedType(type)).toBe(listed ?? type);
});
