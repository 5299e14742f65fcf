import { HttpException } from '@nestjs/common';
import type { HttpExceptionBody } from '@nestjs/common';
import { ErrataError, serverErrorText } from '#shared';
import type { ErrorCode, LogLevel } from '#shared';
import type { OutcomeStatus } from '../pages/outcome-view.decorator.ts';
import { toDigest } from './digest.ts';
import { RefusalException } from './refusal.exception.ts';

export interface Outcome {
  readonly status: number;
  readonly title: string;
  /** One sentence, safe to show. */
  readonly detail: string;
  readonly code?: ErrorCode;
  /** Present for an error on our side, which is logged and reported with this digest. */
  readonly fault?: { readonly digest: string; readonly level: LogLevel };
}

const REFUSALS: Readonly<Record<number, { title: string; detail: string }>> = {
  401: { title: 'Not signed in', detail: 'You have to sign in to see this page.' },
  403: { title: 'Not allowed', detail: 'You may not see this page.' },
  404: { title: 'Not found', detail: 'Not found.' },
};

/**
 * Returns the outcome of an error. Nest's exceptions with a status of 4xx are no faults: a
 * controller, guard or pipe chose them, or the address is unknown. Everything else is a fault.
 */
export function toOutcome(error: unknown): Outcome {
  const status = error instanceof HttpException ? error.getStatus() : undefined;
  if (isUndecodableAddress(error)) return refusal(404);
  if (error instanceof RefusalException) {
    const { code, message: detail } = error;
    return { ...refusal(error.getStatus()), detail, code };
  }
  if (status !== undefined && status >= 400 && status < 500) return refusal(status);
  if (error instanceof ErrataError) {
    return fault(error, { status: error.status, text: error.message, level: error.level });
  }
  return fault(error, {
    status: status !== undefined && status > 500 ? status : 500,
    level: 'error',
  });
}

/**
 * Returns the outcome with the sentence that the application wrote into an exception of status 4xx.
 * Returns the outcome unchanged when there is no such sentence.
 */
export function toWrittenOutcome(outcome: Outcome, error: unknown): Outcome {
  const detail = error instanceof HttpException && !outcome.fault && findWritten(error);
  return detail ? { ...outcome, detail } : outcome;
}

/**
 * Returns the text that the exception was created with; undefined when Nest filled in the name of
 * the status or of the class.
 */
function findWritten(error: HttpException): string | undefined {
  const response = error.getResponse();
  if (typeof response === 'string') return response;
  const { message, error: name, statusCode } = response as Partial<HttpExceptionBody>;
  const isName = statusCode !== undefined && name === undefined;
  return typeof message === 'string' && !isName ? message : undefined;
}

/** Returns the statuses by which applications may name a view for the outcome, the first first. */
export function toOutcomeStatuses({ status }: Outcome): readonly OutcomeStatus[] {
  if (status >= 500) return [500];
  return status === 401 || status === 403 || status === 404 ? [status, 400] : [400];
}

/** The router cannot decode paths like `/%E0%A4%A`, for which Nest throws a bad request. */
function isUndecodableAddress(error: unknown): boolean {
  return (
    error instanceof HttpException &&
    error.getStatus() === 400 &&
    error.message.startsWith('Failed to decode param')
  );
}

function refusal(status: number): Outcome {
  const { title, detail } = REFUSALS[status] ?? {
    title: 'Refused',
    detail: 'This request cannot be answered.',
  };
  return { status, title, detail };
}

function fault(
  error: unknown,
  { status, text, level }: { status: number; text?: string; level: LogLevel },
): Outcome {
  const digest = toDigest(error);
  return {
    status,
    title: 'Error',
    detail: text ?? serverErrorText,
    fault: { digest, level },
  };
}
