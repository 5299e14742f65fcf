import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { OutcomeProps } from '#shared';
import { getOutcomeViews, OutcomeView } from './outcome-view.decorator.ts';

/* The compiler checks these cases. The build fails when an expected error does not occur. */

interface ViewOf<Props> {
  readonly Page: (props: Props) => unknown;
}

describe('@OutcomeView', () => {
  it('accepts views that need no more than the props of an outcome', () => {
    @OutcomeView<typeof import('../views/not-found.page.tsx')>(404, 'rendering/not-found.page')
    @OutcomeView<ViewOf<{ title: string }>>(403, 'a/title.page')
    @OutcomeView<{ Page: () => unknown }>(401, 'a/still.page')
    class Pages {
      @OutcomeView<ViewOf<OutcomeProps>>(500, 'a/own-error.page')
      page() {}
    }
    expect(Object.keys(getOutcomeViews(Pages))).toEqual(['401', '403', '404']);
    expect(Object.keys(getOutcomeViews(Pages.prototype.page))).toEqual(['500']);
  });

  it('refuses views that take other props, and files that are no pages', () => {
    // @ts-expect-error what no outcome has
    @OutcomeView<ViewOf<{ id: number }>>(404, 'a/id.page')
    // @ts-expect-error another type
    @OutcomeView<ViewOf<{ title: number }>>(403, 'a/number.page')
    // @ts-expect-error a layout
    @OutcomeView<{ Layout: (props: OutcomeProps) => unknown }>(401, 'a/frame.layout')
    class Pages {}
    expect(Object.keys(getOutcomeViews(Pages))).toHaveLength(3);
  });

  it('refuses statuses that no view may stand for', () => {
    // @ts-expect-error a refusal without a view of its own
    @OutcomeView<ViewOf<OutcomeProps>>(409, 'a/conflict.page')
    // @ts-expect-error 500 stands for every fault
    @OutcomeView<ViewOf<OutcomeProps>>(503, 'a/unavailable.page')
    class Pages {}
    expect(Object.keys(getOutcomeViews(Pages))).toHaveLength(2);
  });
});
