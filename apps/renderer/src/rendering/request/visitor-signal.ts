import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

const signals = new WeakMap<Response, AbortSignal>();

/**
 * The reason of all signals. Every answer aborts its signal when it ends, and the stack trace of an
 * error of its own would cost each of them. The stack of this error shows the start, no request.
 */
const LEFT = new Error('The visitor has left.');

/**
 * Returns a signal that aborts when the response has been sent or the visitor has left. Returns the
 * same signal for the whole request.
 */
export function getVisitorSignal(response: Response): AbortSignal {
  const known = signals.get(response);
  if (known) return known;
  const controller = new AbortController();
  const end = (): void => controller.abort(LEFT);
  if (response.closed || response.destroyed) end();
  else response.once('close', end);
  signals.set(response, controller.signal);
  return controller.signal;
}

/** Whether an error only says that the visitor has left, and is therefore no fault. */
export function isDeparture(error: unknown, response: Response): boolean {
  const { aborted, reason } = getVisitorSignal(response);
  if (!aborted) return false;
  return error === reason || (error as Partial<Error> | undefined)?.name === 'AbortError';
}

/**
 * Injects a signal that aborts when the visitor has left. Loaders pass the signal on to slow calls.
 *
 * ```ts
 * @Get()
 * @Page<PropsOf<StockController['show']>>('catalogue/stock.page')
 * show(@VisitorSignal() signal: AbortSignal): Promise<StockProps> {
 *   return this.data.getJson(STOCK_URL, parseStock, { signal });
 * }
 * ```
 */
export const VisitorSignal = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  getVisitorSignal(context.switchToHttp().getResponse<Response>()),
);
