import { describe, expect, it } from '@jest/globals';
import type { OutcomeViews } from '../pages/outcome-view.decorator.ts';
import { findOutcomeView } from './chain.ts';
import type { Chain } from './chain.ts';
import type { LayoutContext } from './layout-context.ts';

function chainOf(layouts: readonly OutcomeViews[], own: readonly OutcomeViews[] = []): Chain {
  return {
    layouts: layouts.map((outcomeViews) => ({ outcomeViews }) as LayoutContext),
    ownOutcomeViews: own,
  };
}

const OUTER = { 403: 'outer/403', 404: 'outer/404', 500: 'outer/500' };
const INNER = { 403: 'inner/403', 404: 'inner/404' };
const METHOD = { 404: 'method/404' };
const CONTROLLER = { 403: 'controller/403', 404: 'controller/404' };

describe('findOutcomeView', () => {
  const chain = chainOf([OUTER, INNER], [METHOD, CONTROLLER]);

  it.each([
    [404, 'method/404'],
    [403, 'controller/403'],
    [500, 'outer/500'],
  ] as const)('finds the nearest view for the status %i: %s', (status, view) => {
    expect(findOutcomeView({ chain, visible: 2, isPage: true }, status)).toBe(view);
  });

  it('asks neither method nor controller where a layout ended the request', () => {
    expect(findOutcomeView({ chain, visible: 2, isPage: false }, 404)).toBe('inner/404');
  });

  it('asks the innermost visible layout first', () => {
    expect(findOutcomeView({ chain, visible: 1, isPage: false }, 404)).toBe('outer/404');
  });

  it('asks no layout that the visitor may not see', () => {
    expect(findOutcomeView({ chain, visible: 0, isPage: false }, 404)).toBeUndefined();
  });

  it('returns undefined where neither layouts nor the page name a view', () => {
    expect(findOutcomeView({ chain, visible: 2, isPage: true }, 401)).toBeUndefined();
  });
});
