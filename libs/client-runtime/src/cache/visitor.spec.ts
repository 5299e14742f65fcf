import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import type { Visitor } from './visitor.ts';
import { createVisitor, isAfterBack } from './visitor.ts';

const KEY = 'page.visitor/base';

describe('createVisitor', () => {
  const browser = fresh(() => new FakeWindow());
  const onNew = jest.fn();

  beforeEach(() => {
    jest.clearAllMocks();
  });

  const become = (visitor?: string): void => {
    const cookie = visitor === undefined ? 'other=1' : `other=1; page-visitor=${visitor}`;
    browser.document = { cookie };
  };

  const watch = (visitor?: string): Visitor =>
    createVisitor(browser.window, {
      basePath: '/base',
      onNew,
      ...(visitor === undefined ? {} : { visitor }),
    });

  const open = (visitor?: string): Visitor => {
    become(visitor);
    return watch(visitor);
  };

  it.each([
    ['the same visitor', 'ada', 'ada', false],
    ['another visitor', 'ada', 'bob', true],
    ['a visitor who has signed out', 'ada', undefined, true],
    ['a visitor who has signed in', undefined, 'ada', true],
    ['nobody in particular', undefined, undefined, false],
  ])('tells at once whether the browser is used by %s', (_who, before, now, isOther) => {
    const visitor = open(before);
    become(now);
    expect(visitor.isOther()).toBe(isOther);
  });

  it.each([
    ['knows nobody else in a browser that refuses cookies', undefined, false],
    ['tells a document that arrives after another sign-in from its visitor', 'bob', true],
  ])('%s', (_what, now, isOther) => {
    become(now);
    expect(watch('ada').isOther()).toBe(isOther);
  });

  it('leaves a document that is made for everybody to whoever opens it', () => {
    become('ada');
    const visitor = watch();
    expect(visitor.isOther()).toBe(false);
    become('bob');
    expect(visitor.isOther()).toBe(true);
  });

  it('keeps the page of a visitor who has signed in over it', () => {
    const visitor = open('ada');
    become('bob');
    visitor.adopt();
    expect(visitor.isOther()).toBe(false);
  });

  it('reports a document for another visitor as new, once, and none that names no visitor', () => {
    open('ada');
    open();
    expect(onNew).toHaveBeenCalledTimes(1);
    expect(browser.localStorage.getItem(KEY)).toBe('ada');
    open('bob');
    open('bob');
    expect(onNew).toHaveBeenCalledTimes(2);
    expect(browser.localStorage.getItem(KEY)).toBe('bob');
  });
});

it.each([
  ['navigate', false],
  ['reload', false],
  ['back_forward', true],
])('isAfterBack answers for a document by the navigation type %s: %j', (type, isAfter) => {
  const browser = new FakeWindow();
  browser.performance.type = type;
  expect(isAfterBack(browser.window)).toBe(isAfter);
});
