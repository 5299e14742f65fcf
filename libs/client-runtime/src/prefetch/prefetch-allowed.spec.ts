import { describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { isPrefetchAllowed } from './prefetch-allowed.ts';

describe('isPrefetchAllowed', () => {
  it.each<[string, boolean, { connection?: object; onLine?: boolean; hidden?: boolean }]>([
    ['where the browser does not know its connection', true, {}],
    ['where the browser says nothing of its connection', true, { connection: {} }],
    ['on 3g', true, { connection: { effectiveType: '3g', saveData: false } }],
    ['on 4g', true, { connection: { effectiveType: '4g', saveData: false } }],
    ['on 2g', false, { connection: { effectiveType: '2g' } }],
    ['on slow-2g', false, { connection: { effectiveType: 'slow-2g' } }],
    ['with Save-Data', false, { connection: { effectiveType: '4g', saveData: true } }],
    ['offline', false, { onLine: false }],
    ['in a hidden tab', false, { hidden: true }],
  ])('%s is %j', (_where, isAllowed, { hidden = false, ...navigator }) => {
    const browser = new FakeWindow();
    Object.assign(browser.navigator, navigator);
    browser.document = { hidden };
    expect(isPrefetchAllowed(browser.window)).toBe(isAllowed);
  });
});
