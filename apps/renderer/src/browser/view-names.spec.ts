import { describe, expect, it } from '@jest/globals';
import { toViewName } from './view-names.ts';

describe('toViewName', () => {
  it('names a view by its folder and file', () => {
    expect(toViewName('../features/triage/issue-pages/views/issue.page.tsx')).toBe(
      'issue-pages/issue.page',
    );
    expect(toViewName('../rendering/views/error.page.tsx')).toBe('rendering/error.page');
  });
});
