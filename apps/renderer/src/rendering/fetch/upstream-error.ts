/**
 * A service answered a request for data with a status other than 2xx.
 *
 * ```ts
 * try {
 *   return await this.data.getJson(url, parseStock);
 * } catch (error) {
 *   if (error instanceof UpstreamError && error.status === 404) throw new NotFoundException();
 *   throw error;
 * }
 * ```
 */
export class UpstreamError extends Error {
  constructor(
    call: string,
    readonly status: number,
  ) {
    super(`${call} was answered with ${status}.`);
    this.name = 'UpstreamError';
  }
}

/**
 * A call, its retries and the body of its answer did not end in time.
 *
 * ```ts
 * const stock = await this.data.getJson(url, parseStock, { deadlineMs: 2000 }).catch((error) => {
 *   if (error instanceof DeadlineError) return [];
 *   throw error;
 * });
 * ```
 */
export class DeadlineError extends Error {
  constructor(call: string, deadlineMs: number) {
    super(`${call} did not end within ${deadlineMs} ms.`);
    this.name = 'DeadlineError';
  }
}

/** Leaves out the query, which may contain secrets. */
export function describeCall(method: string, url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname}`;
}
