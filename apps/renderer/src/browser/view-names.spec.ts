import { describe, expect, it } from '@jest/globals';
import { toViewName } from './view-names.ts';

describe('toViewName', () => {
  it('names a view by its folder and file', () => {
    expect(toViewName('../features/issues/views/issue.page.tsx')).toBe('issues/issue.page');
    expect(toViewName('../rendering/views/error.page.tsx')).toBe('rendering/error.page');
  });
});
