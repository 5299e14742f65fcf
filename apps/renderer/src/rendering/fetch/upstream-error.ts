/** A service that was asked for data answered with another status than 2xx. */
export class UpstreamError extends Error {
  constructor(
    call: string,
    /** What the service answered; not what the page is answered with. */
    readonly status: number,
  ) {
    super(`${call} was answered with ${status}.`);
    this.name = 'UpstreamError';
  }
}

/** A call, its retries and the body of its answer did not end in time. */
export class DeadlineError extends Error {
  constructor(call: string, deadlineMs: number) {
    super(`${call} did not end within ${deadlineMs} ms.`);
    this.name = 'DeadlineError';
  }
}

/** What a call is named by in an error; without the query, which may hold what no log should. */
export function describeCall(method: string, url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname}`;
}
