import { expect, it } from '@jest/globals';
import { readSearch } from '../../recording/issue-list/index.ts';
import { findBulkAddress } from './bulk-address.ts';

const web = { slug: 'web', name: 'Web' };

it('the address of a bulk change in several projects names them in its search', () => {
  const { search = [] } = readSearch('is:unresolved', true);
  const several = { slug: 'web,api', name: 'Web and API' };
  const query = 'is:unresolved';
  expect(findBulkAddress({ query, project: several }, search)).toBe(
    '/issues/all?query=project:%5Bweb,+api%5D+is:unresolved',
  );
  expect(findBulkAddress({ query, project: web }, search)).toBe('/issues/all?project=web');
});
