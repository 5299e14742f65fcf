/**
 * No circles of folders that stand beside each other (ARCHITECTURE.md, 5). A cruise of its own, because
 * dependency-cruiser counts the specs of a folder with the folder.
 */

import { options as everywhere, TEST_CODE } from './.dependency-cruiser.mjs';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const forbidden = [
  {
    name: 'folders-point-one-way',
    comment: '5: no circles of folders, type-only ones included.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^(?:(?:apps|libs)/[^/]+/src|libs/product)/.' },
    to: { circular: true },
  },
];

/** @type {import('dependency-cruiser').ICruiseOptions} */
export const options = {
  ...everywhere,
  includeOnly: { path: '^(?:(?:apps|libs)/[^/]+/src|libs/product)/' },
  exclude: { path: TEST_CODE },
  // Circles of files are not looked for again.
  skipAnalysisNotInRules: true,
};

export default { forbidden, options };
