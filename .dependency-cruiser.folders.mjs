/**
 * Forbids circles of sibling folders (ARCHITECTURE.md, 5). Specs have to be left out of this rule,
 * so it is a separate cruise: dependency-cruiser counts the specs of a folder as part of the
 * folder.
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
  // `.dependency-cruiser.mjs` finds circles of files. This cruise analyses only the rule above.
  skipAnalysisNotInRules: true,
};

export default { forbidden, options };
