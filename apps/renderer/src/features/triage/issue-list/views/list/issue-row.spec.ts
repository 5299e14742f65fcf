import { expect, it } from '@jest/globals';
import { findCallEnd, hasRoom } from './issue-row.tsx';

it.each([
  ['Basket.applyVoucher', 'Basket', '.applyVoucher'],
  ['SecurityMiddleware.__call__', 'SecurityMiddleware', '.__call__'],
  ['PDOConnection->__construct', 'PDOConnection', '->__construct'],
  ['shop::billing::settle', 'shop::billing', '::settle'],
  ['import_all_suppliers', 'import_all', '_suppliers'],
  ['search::facet::FacetIndex::get', 'search::facet::FacetInd', 'ex::get'],
  ['aVeryLongCallWithoutAnySign', 'aVeryLongCallWithout', 'AnySign'],
])('findCallEnd cuts %s into %s and %s', (call, start, end) => {
  const at = findCallEnd(call);
  expect([call.slice(0, at), call.slice(at)]).toEqual([start, end]);
});

it.each([
  ['applyVoucher', 'total.ts:42', true],
  ['applyVoucher', 'checkout-basket.ts:1', false],
  ['total', 'checkout-basket.ts:1', true],
  ['applyVoucher', '', true],
])('the column has room for 8 characters of %s beside "%s": %p', (call, file, fits) => {
  expect(hasRoom(call, file)).toBe(fits);
});
