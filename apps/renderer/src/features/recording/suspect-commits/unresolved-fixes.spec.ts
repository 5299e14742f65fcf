import { expect, it } from '@jest/globals';
import { listNamedIssues, toUnresolvedFixes } from './unresolved-fixes.ts';

const FACTS = {
  projects: [
    { id: 1, slug: 'web' },
    { id: 2, slug: 'api' },
  ],
  ofRelease: [1, 3],
  isKnown: (projectId: number, number: number) => projectId === 1 && number === 2,
};

it.each([
  ['Fixes WEB-2', []],
  ['Mentions WEB-3', []],
  ['Fixes WEB-2 and WEB-3', ['WEB-3 is not resolved: there is no such issue.']],
  [
    'Closes API-1, web-3',
    [
      'API-1 is not resolved: the release is not of its project.',
      'WEB-3 is not resolved: there is no such issue.',
    ],
  ],
  ['Fixes SECRET-1. Fixes SECRET-1', ['SECRET-1 is in no project that you may read.']],
])('toUnresolvedFixes says of the message %j: %j', (message, notes) => {
  const commit = { id: 'a', message, patchSet: [] };
  expect(toUnresolvedFixes(commit, FACTS)).toEqual(notes);
});

it('toUnresolvedFixes tells of ten issues of a message, and how many more there are', () => {
  const names = Array.from({ length: 13 }, (_, index) => `WEB-${index + 10}`);
  const notes = toUnresolvedFixes(
    { id: 'a', message: `Fixes ${names.join()}`, patchSet: [] },
    FACTS,
  );
  expect(notes).toHaveLength(11);
  expect(notes.at(-1)).toBe('And 3 more issues.');
});

it('listNamedIssues leaves out issues of projects that the visitor does not see', () => {
  const commits = [{ id: 'a', message: 'Fixes WEB-2, SECRET-1 and API-1', patchSet: [] }];
  expect(listNamedIssues(commits, FACTS)).toEqual([
    { projectId: 1, number: 2 },
    { projectId: 2, number: 1 },
  ]);
});
