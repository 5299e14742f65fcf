import { describe, expect, it } from '@jest/globals';
import { toPayloadScript } from '#shared';
import { toOverlayError, watchFaults } from './dev-overlay.ts';
import type { OverlayError } from './dev-overlay.ts';

function windowWith(data: unknown): { window: Window; shown: OverlayError[] } {
  const textContent = toPayloadScript({ page: { segments: [{ data }] } });
  const window = Object.assign(new EventTarget(), {
    document: { getElementById: () => ({ textContent }) },
  }) as unknown as Window;
  return { window, shown: [] };
}

describe('watchFaults', () => {
  it('shows thrown errors and rejected promises of the page, with the source file', () => {
    const { window, shown } = windowWith({});
    watchFaults(window, (error) => shown.push(error));
    const error = new Error('boom');
    error.stack =
      'Error: boom\n    at Page (http://localhost:3000/src/features/issues/views/issue.page.tsx?t=1:12:5)';
    window.dispatchEvent(Object.assign(new Event('error'), { error }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'text' }));
    expect(shown).toEqual([
      { message: 'boom', stack: error.stack, id: 'src/features/issues/views/issue.page.tsx' },
      { message: 'text', stack: 'text' },
    ]);
  });

  it('shows the fault that the server answered with', () => {
    const stack =
      'boom\nError: boom\n    at list (/x/apps/renderer/src/features/triage/issue-pages/issues.service.ts:3:1)';
    const { window, shown } = windowWith({ stack });
    watchFaults(window, (error) => shown.push(error));
    expect(shown).toEqual([
      {
        message: 'boom',
        stack,
        id: 'apps/renderer/src/features/triage/issue-pages/issues.service.ts',
      },
    ]);
  });

  it.each([
    ['post', 'application/x-www-form-urlencoded', [expect.stringContaining('encType')]],
    ['post', 'multipart/form-data', []],
    ['get', 'application/x-www-form-urlencoded', []],
  ])('warns of a file chosen in a form by %s as %s: %j', (method, enctype, warnings) => {
    const { window } = windowWith({});
    const told: string[] = [];
    watchFaults(
      window,
      () => undefined,
      (text) => told.push(text),
    );
    const target = { type: 'file', form: { method, enctype } };
    window.dispatchEvent(Object.defineProperty(new Event('change'), 'target', { value: target }));
    expect(told).toEqual(warnings);
  });

  it('shows nothing for a page without faults', () => {
    const { window, shown } = windowWith({ issues: [] });
    watchFaults(window, (error) => shown.push(error));
    expect(shown).toEqual([]);
  });

  it('names the first file of the project in a stack, not a package', () => {
    const error = new Error('deep');
    error.stack =
      'Error: deep\n at x (/y/node_modules/z/index.js:1:1)\n at f (/y/apps/renderer/src/a/b.ts:1:1)';
    expect(toOverlayError(error).id).toBe('apps/renderer/src/a/b.ts');
  });
});
