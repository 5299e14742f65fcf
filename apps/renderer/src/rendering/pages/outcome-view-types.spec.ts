import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { getOutcomeViews, OutcomeView } from './outcome-view.decorator.ts';

/* The compiler checks these cases. The build fails when an expected error does not occur. */

describe('@OutcomeView', () => {
  it('names the views of a class and of a method', () => {
    @OutcomeView(404, 'rendering/not-found.page')
    @OutcomeView(403, 'a/title.page')
    class Pages {
      @OutcomeView(500, 'a/own-error.page')
      page() {}
    }
    expect(Object.keys(getOutcomeViews(Pages))).toEqual(['403', '404']);
    expect(Object.keys(getOutcomeViews(Pages.prototype.page))).toEqual(['500']);
  });

  it('refuses statuses that no view may stand for', () => {
    // @ts-expect-error a refusal without a view of its own
    @OutcomeView(409, 'a/conflict.page')
    // @ts-expect-error 500 stands for every fault
    @OutcomeView(503, 'a/unavailable.page')
    class Pages {}
    expect(Object.keys(getOutcomeViews(Pages))).toHaveLength(2);
  });
});
