import { describe, expect, it } from '@jest/globals';
import { ErrataError, errorCatalogue } from './errors.ts';

describe('ErrataError', () => {
  it("has its code's status, level and text, and keeps the cause", () => {
    const cause = new Error('ECONNREFUSED');
    const error = new ErrataError('relay.unavailable', { cause });
    expect(error).toMatchObject({ status: 503, level: 'warn', cause });
    expect(error.message).toBe(errorCatalogue['relay.unavailable'].message);
  });

  it('puts its detail after the general message', () => {
    const error = new ErrataError('database.unavailable', { detail: 'The disk is full.' });
    expect(error.message).toBe('The database does not answer. The disk is full.');
  });
});

describe('the error catalogue', () => {
  it('has codes of the form area.reason and texts that are sentences', () => {
    for (const [code, { message, status }] of Object.entries(errorCatalogue)) {
      expect(code).toMatch(/^[a-z]+\.[a-z_]+$/);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});
