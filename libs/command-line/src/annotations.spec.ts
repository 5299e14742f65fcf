import { describe, expect, it } from '@jest/globals';
import { cleanLines, findFormat, toGitHub, toGitLab, toLine } from './annotations.ts';
import type { Finding } from './annotations.ts';

const issue = {
  id: '7',
  shortId: 'WEB-7',
  title: '::Error: 100%\n##[set-env name=X]y\u202E ##vso[task] z',
  culprit: 'pay (cart.ts:1)',
  permalink: 'https://errors.example.com/issues/7',
  status: 'unresolved',
  substatus: 'new',
  count: '3',
  userCount: 2,
  lastSeen: '2026-01-02T00:00:00.000Z',
};
const finding: Finding = { why: 'new', issue };

describe('annotations', () => {
  it('are two lines without control characters', () => {
    expect(toLine(finding)).toBe(
      'WEB-7 new: ::Error: 100% # #[set-env name=X]y # #vso[task] z in pay (cart.ts:1) (3 events, 2 users)\n  https://errors.example.com/issues/7',
    );
  });

  it('are one command of GitHub, from which no title escapes', () => {
    const told = toGitHub({ ...finding, issue: { ...issue, shortId: 'A,B:C' } });
    expect(told).toBe(
      '::error title=A%2CB%3AC is new::: :Error: 100%25 # #[set-env name=X]y # #vso[task] z%0Apay (cart.ts:1)%0Ahttps://errors.example.com/issues/7',
    );
  });

  it('are links of GitLab', () => {
    expect(JSON.parse(toGitLab([finding]))).toEqual({
      'Errata gate': [
        {
          external_link: {
            label: 'WEB-7 new: ::Error: 100% # #[set-env name=X]y # #vso[task] z',
            url: 'https://errors.example.com/issues/7',
          },
        },
      ],
    });
  });

  it('keep the lines of a text, and disarm commands in them', () => {
    expect(cleanLines('a\u001B[31m\n  ::add-mask::b\n::c\n\tx ##[d]')).toBe(
      'a[31m\n  : :add-mask::b\n: :c\nx # #[d]',
    );
  });

  it('have the form of the CI that runs', () => {
    expect(findFormat({ GITHUB_ACTIONS: 'true' })).toBe('github');
    expect(findFormat({ GITLAB_CI: 'true' })).toBe('gitlab');
    expect(findFormat({ CI: 'true' })).toBe('plain');
  });
});
