import { describe, expect, it } from '@jest/globals';
import { holdEarlyErrors } from './early-errors.ts';

function rejection(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection'), { reason });
}

function failure(error: unknown): Event {
  return Object.assign(new Event('error'), { error, message: 'Script error.' });
}

function watch() {
  const window = new EventTarget() as unknown as Window;
  return { window, errors: holdEarlyErrors(window) };
}

describe('holdEarlyErrors', () => {
  it('hands over thrown, rejected and reported errors, oldest first', () => {
    const { window, errors } = watch();
    const captured: unknown[] = [];
    window.dispatchEvent(failure('thrown'));
    window.dispatchEvent(rejection('rejected'));
    errors.report('reported');
    errors.handTo((error) => captured.push(error));
    expect(captured).toEqual(['thrown', 'rejected', 'reported']);
  });

  it('passes later reports on, and leaves later error events to the SDK that took over', () => {
    const { window, errors } = watch();
    const captured: unknown[] = [];
    errors.handTo((error) => captured.push(error));
    errors.report('later');
    window.dispatchEvent(failure('seen by the SDK itself'));
    expect(captured).toEqual(['later']);
  });

  it('hands over an error with the bare message that browsers give of a foreign script', () => {
    const { window, errors } = watch();
    const captured: unknown[] = [];
    window.dispatchEvent(failure(null));
    errors.handTo((error) => captured.push(error));
    expect(captured).toEqual([new Error('Script error.')]);
  });

  it('holds at most 20 errors', () => {
    const { errors } = watch();
    const captured: unknown[] = [];
    for (let count = 0; count < 50; count += 1) errors.report(count);
    errors.handTo((error) => captured.push(error));
    expect(captured).toHaveLength(20);
    expect(captured[0]).toBe(0);
  });

  it('drops all errors when monitoring will not come', () => {
    const { window, errors } = watch();
    const captured: unknown[] = [];
    errors.report('before');
    errors.release();
    window.dispatchEvent(failure('after'));
    errors.handTo((error) => captured.push(error));
    expect(captured).toEqual([]);
  });
});
