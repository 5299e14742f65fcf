import { expect, it } from '@jest/globals';
import type { BulkChange } from '#product/triage/bulk';
import { canUndo, toBulkText, toProgress } from './bulk-text.ts';

const resolving: BulkChange = {
  id: 1,
  action: { kind: 'state', change: { kind: 'resolve' } },
  query: '',
  askedAtMs: 0,
  state: 'changing',
  total: 312,
  seen: 100,
  changed: 98,
  refused: new Map(),
  undone: 0,
  notUndone: 0,
};
const all = { seen: 312, changed: 310 };
const refused = new Map([['issue.unknown', 2]] as const);
const unassigned = { action: { kind: 'assignee' }, state: 'changed', ...all } as const;

it.each<[Partial<BulkChange>, string, boolean]>([
  [{}, 'Errata has looked at 100 of 312 issues: 98 resolved.', true],
  [{ seen: 400, changed: 0 }, 'Errata has looked at 400 of 400 issues: 0 resolved.', false],
  [{ state: 'changed', ...all }, '310 issues resolved. 2 needed no change.', true],
  [
    { ...unassigned, refused },
    '310 issues assigned to nobody. 2 could not be changed: There is no such issue.',
    true,
  ],
  [
    { action: { kind: 'deletion' }, state: 'changed', seen: 1, changed: 1 },
    '1 issue deleted.',
    false,
  ],
  [
    { state: 'undoing', ...all, undone: 99, notUndone: 1 },
    'Errata is undoing the change: 100 of 310 issues.',
    false,
  ],
  [{ state: 'undone', ...all, undone: 310 }, '310 issues restored.', false],
  [
    { state: 'undone', ...all, undone: 309, notUndone: 1 },
    '309 issues restored. 1 issue not: somebody changed them since, or you may no longer change them.',
    false,
  ],
])('a bulk change with %j is described as: %s', (rest, text, isUndoable) => {
  const change = { ...resolving, ...rest };
  expect([toBulkText(change), canUndo(change)]).toEqual([text, isUndoable]);
});

it('a bulk change has a progress while it is at work', () => {
  expect(toProgress(resolving)).toEqual({ done: 100, of: 312 });
  expect(toProgress({ ...resolving, state: 'undoing', undone: 7, notUndone: 1 })).toEqual({
    done: 8,
    of: 98,
  });
  expect(toProgress({ ...resolving, state: 'changed' })).toBeUndefined();
});
