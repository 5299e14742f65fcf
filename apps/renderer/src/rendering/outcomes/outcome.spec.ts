import { describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  HttpException,
  NotFoundException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { ErrataError, serverErrorText } from '#shared';
import { toWrittenOutcome, toOutcome } from './outcome.ts';

describe('toOutcome', () => {
  it.each([
    ['NotFoundException', new NotFoundException(), 404],
    ['UnauthorizedException', new UnauthorizedException(), 401],
    ['ForbiddenException', new ForbiddenException(), 403],
    ['BadRequestException', new BadRequestException(), 400],
  ])('takes the status of %s, without a fault', (_, error, status) => {
    const outcome = toOutcome(error);
    expect(outcome).toMatchObject({ status, title: expect.any(String) });
    expect(outcome.fault).toBeUndefined();
  });

  it('makes a fault with a digest of any other thrown value', () => {
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

  it('shows the text of an ErrataError, whatever its status', () => {
    expect(toOutcome(new ErrataError('database.unavailable'))).toMatchObject({
      status: 503,
      detail: 'The database does not answer.',
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

describe('toWrittenOutcome', () => {
  const detailOf = (error: unknown): string => toWrittenOutcome(toOutcome(error), error).detail;

  it.each([
    new ConflictException('It is full.'),
    new ForbiddenException('It is full.'),
    new ConflictException('It is full.', { cause: new Error('secret') }),
    new ConflictException({ message: 'It is full.', seats: 0 }),
    new HttpException('It is full.', 418),
  ])('shows the text that the author of %p wrote', (error) => {
    expect(detailOf(error)).toBe('It is full.');
  });

  it.each([
    new ConflictException(),
    new ConflictException(''),
    new BadRequestException(['a', 'b']),
    new HttpException({ error: 'secret' }, 400),
    new ServiceUnavailableException('secret'),
    new Error('secret'),
  ])('shows the same text as a page for %p', (error) => {
    expect(detailOf(error)).toBe(toOutcome(error).detail);
  });
});
