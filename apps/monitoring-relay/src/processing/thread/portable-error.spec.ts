import { describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { packError, unpackError } from './portable-error.ts';

function send(error: unknown): Error {
  return unpackError(structuredClone(packError(error)));
}

describe('an error that goes to another thread', () => {
  it('keeps its name, message, stack and code', () => {
    class DriverError extends Error {
      override readonly name = 'DriverError';
      readonly code = 'SQLITE_FULL';
    }
    const error = new DriverError('the disk is full');
    const { name, message, stack } = error;
    expect(send(error)).toMatchObject({ name, message, stack, code: 'SQLITE_FULL' });
  });

  it('stays an ErrataError, with its cause', () => {
    const cause = new RangeError('no room');
    const arrived = send(new ErrataError('spool.unavailable', { detail: 'Here.', cause }));
    expect(arrived).toBeInstanceOf(ErrataError);
    expect(arrived).toMatchObject({ code: 'spool.unavailable', name: 'ErrataError' });
    expect(arrived.message).toMatch(/Here\.$/);
    expect(arrived.cause).toMatchObject({ name: 'RangeError', message: 'no room' });
  });

  it('is made of any other value that was thrown', () => {
    expect(send('nothing').message).toBe('nothing');
  });
});
