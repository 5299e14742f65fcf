import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { listUsedViews } from './declared-views.ts';
import {
  findOutcomeHead,
  getOutcomeViews,
  nameOutcomeView,
  OutcomeView,
} from './outcome-view.decorator.ts';

describe('@OutcomeView', () => {
  @OutcomeView(404, 'a/class-missing.page')
  @OutcomeView(500, 'a/class-error.page')
  class Pages {
    @OutcomeView(404, 'a/method-missing.page')
    @OutcomeView(403, 'a/method-forbidden.page')
    own(): void {}

    bare(): void {}
  }

  it('names a view for each status on a class', () => {
    expect(getOutcomeViews(Pages)).toEqual({
      404: 'a/class-missing.page',
      500: 'a/class-error.page',
    });
  });

  it('names views on a method, apart from those of its class', () => {
    expect(getOutcomeViews(Pages.prototype.own)).toEqual({
      403: 'a/method-forbidden.page',
      404: 'a/method-missing.page',
    });
  });

  it('names no view on a method without the decorator', () => {
    expect(getOutcomeViews(Pages.prototype.bare)).toEqual({});
  });

  it('takes the view of the upper line when a status is named twice', () => {
    @OutcomeView(404, 'a/upper.page')
    @OutcomeView(404, 'a/lower.page')
    class Twice {}
    expect(getOutcomeViews(Twice)).toEqual({ 404: 'a/upper.page' });
  });

  it('applies to subclasses too, and leaves the class alone that a subclass extends', () => {
    @OutcomeView(401, 'a/heir.page')
    class Heir extends Pages {}
    expect(getOutcomeViews(Heir)).toEqual({ ...getOutcomeViews(Pages), 401: 'a/heir.page' });
    expect(getOutcomeViews(Pages)).not.toHaveProperty('401');
  });

  it('declares its views for the build', () => {
    expect(listUsedViews()).toEqual(
      expect.arrayContaining(['a/class-error.page', 'a/method-forbidden.page']),
    );
  });
});

describe('findOutcomeHead', () => {
  const missing = () => ({ title: 'Missing' });
  const wrong = () => ({ title: 'Wrong' });
  OutcomeView(400, 'a/shared.page', { head: wrong });
  OutcomeView(404, 'a/shared.page', { head: missing });
  OutcomeView(403, 'a/shared.page');

  it.each([
    ['of the status', [404, 400] as const, missing],
    ['of 400, when the status has none', [403, 400] as const, wrong],
    ['of another status, when neither has one', [500] as const, missing],
  ])('finds the head %s for a view that several statuses share', (_of, statuses, head) => {
    expect(findOutcomeHead('a/shared.page', statuses)).toBe(head);
  });
});

describe('nameOutcomeView', () => {
  it('returns the name of a view, and declares the view', () => {
    expect(nameOutcomeView('a/named.page')).toBe('a/named.page');
    expect(listUsedViews()).toContain('a/named.page');
  });
});
