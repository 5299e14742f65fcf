import { describe, expect, it } from '@jest/globals';
import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';
import { toTriageText, toUndoText } from './triage-text.ts';
import type { TriageChange } from './triage-change.ts';

const RESOLVE: TriageChange = { kind: 'state', change: { kind: 'resolve' } };
const NONE = { refused: new Map<ErrorCode, number>(), afterReleases: new Set<string>() };

describe('toTriageText', () => {
  it.each<[TriageChange, string]>([
    [RESOLVE, '1 issue resolved.'],
    [
      { kind: 'state', change: { kind: 'resolveInRelease', release: ' 2 ' } },
      '1 issue resolved in 2.',
    ],
    [{ kind: 'state', change: { kind: 'muteUntilUsers', count: 3 } }, '1 issue muted.'],
    [{ kind: 'state', change: { kind: 'reopen' } }, '1 issue reopened.'],
    [{ kind: 'assignee', assigneeId: 3 }, '1 issue assigned.'],
    [{ kind: 'assignee' }, '1 issue assigned to nobody.'],
    [{ kind: 'assignee', assigneeId: 3, comment: 'look' }, '1 issue assigned. Comment added.'],
  ])('describes the change %j as: %s', (requested, text) => {
    expect(toTriageText(requested, { changed: [1], unchanged: 0, ...NONE })).toBe(text);
  });

  it('names the release before the next release, when there is a single one', () => {
    const requested: TriageChange = { kind: 'state', change: { kind: 'resolveInNextRelease' } };
    const tell = (...releases: string[]) =>
      toTriageText(requested, {
        changed: [1, 2],
        unchanged: 0,
        ...NONE,
        afterReleases: new Set(releases),
      });
    expect(tell('1.4.2')).toBe('2 issues resolved in the release after 1.4.2.');
    expect(tell('1.4.2', '2.0')).toBe('2 issues resolved in the next release.');
  });

  it('counts changed, unchanged and refused issues, and gives the reason of each refusal', () => {
    const refused = new Map<ErrorCode, number>([
      ['issue.unknown', 2],
      ['issue.forbidden', 1],
    ]);
    expect(toTriageText(RESOLVE, { changed: [1, 2, 3], unchanged: 1, ...NONE, refused })).toBe(
      '3 issues resolved. 1 needed no change. 2 could not be changed: There is no such issue. ' +
        '1 could not be changed: You may not change the issues of this project.',
    );
  });

  it('says first that nothing has changed', () => {
    expect(toTriageText(RESOLVE, { changed: [], unchanged: 2, ...NONE })).toBe(
      'Nothing has changed. 2 needed no change.',
    );
  });
});

describe('toUndoText', () => {
  it.each([
    [[1], '1 issue as it was.'],
    [[1, 2], '2 issues as they were.'],
    [[], 'Nothing has changed.'],
  ])('describes the restored issues %j as: %s', (changed, text) => {
    expect(toUndoText({ changed, unchanged: 0, ...NONE })).toBe(text);
  });

  it('gives the reason why a change was not undone', () => {
    const refused = new Map([['issue.changed_since', 1]] as const);
    expect(toUndoText({ changed: [], unchanged: 0, ...NONE, refused })).toBe(
      `Nothing has changed. 1 could not be changed: ${errorCatalogue['issue.changed_since'].message}`,
    );
  });
});
