import { expect, it } from '@jest/globals';
import { findBaseRelease } from './base-release.ts';

it.each([
  ['nothing', [], undefined],
  ['versions', ['1.4.2', '1.10.0', '1.9.0'], '1.10.0'],
  ['a pre-release that the issue has not met', ['1.4.2', 'shop@2.0.0-rc.1', '2.0.0-rc.1'], '1.4.2'],
  ['a pre-release that it has met', ['1.4.2', 'met 2.0.0-rc.1', '2.0.0-rc.2'], '2.0.0-rc.1'],
  ['pre-releases alone', ['2.0.0-rc.1'], undefined],
  ['names that are no versions: the one seen last', ['cafe', 'beef-rc.1'], 'beef-rc.1'],
])('findBaseRelease finds the base release among %s', (_, names, base) => {
  const seen = names.map((name, index) => ({
    release: name.replace('met ', ''),
    firstSeenMs: index,
    hasIssue: name.startsWith('met '),
  }));
  expect(findBaseRelease(seen)?.release).toBe(base);
});
