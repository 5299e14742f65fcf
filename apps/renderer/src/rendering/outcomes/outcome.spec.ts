import { describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  ForbiddenException,
  NotFoundException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { ErrataError, serverErrorText } from '#shared';
import { toOutcome } from './outcome.ts';

describe('toOutcome', () => {
  it.each([
    ['NotFoundException', new NotFoundException(), 404],
    ['UnauthorizedException', new UnauthorizedException(), 401],
    ['ForbiddenException', new ForbiddenException(), 403],
    ['BadRequestException', new BadRequestException(), 400],
  ])('is the status of %s, and no fault', (_, error, status) => {
    const outcome = toOutcome(error);
    expect(outcome).toMatchObject({ status, title: expect.any(String) });
    expect(outcome.fault).toBeUndefined();
  });

  it('is a fault under a digest for everything else that is thrown', () => {
    for (const error of [new Error('boom'), 'text', undefined, { status: 404 }]) {
      const outcome = toOutcome(error);
      expect(outcome).toMatchObject({
        status: 500,
        detail: serverErrorText,
        fault: { level: 'error', digest: expect.stringMatching(/^\d+$/) },
      });
    }
  });

  it('keeps the status of a fault that has one, and hides its text', () => {
    const outcome = toOutcome(new ServiceUnavailableException('secret'));
    expect(outcome.status).toBe(503);
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it('says what an error of ours says, whatever its status', () => {
    expect(toOutcome(new ErrataError('database.unavailable'))).toMatchObject({
      status: 503,
      detail: 'The database cannot be reached.',
      fault: { level: 'error' },
    });
    expect(toOutcome(new ErrataError('report.too_large')).fault).toBeDefined();
  });

  it.each([
    ['an object without a prototype', Object.create(null) as unknown],
    [
      'an error whose stack throws',
      Object.defineProperty(new Error('x'), 'stack', {
        get: () => {
          throw new Error('no stack');
        },
      }),
    ],
  ])('survives %s', (_, thrown) => {
    expect(toOutcome(thrown).fault?.digest).toMatch(/^\d+$/);
  });
});
