import { expect, it } from '@jest/globals';
import { findCallEnd } from './call-end.ts';

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
