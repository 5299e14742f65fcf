import type { IncomingMessage } from 'node:http';
import { type ErrorCode, errorCatalogue } from '#shared';

export interface WrittenRefusal {
  /** `Content-Length` included. */
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** What a service says where Node.js itself would answer, before a handler has seen a request or instead of it. */
export interface ConnectionRules {
  /** `url`: of the request, as it came; undefined where it is not known. */
  refuse(code: ErrorCode, url: string | undefined): WrittenRefusal;
  /** Whether a body may take longer than the server gives requests, because the service itself watches how it arrives. */
  watches(request: IncomingMessage): boolean;
}

/** Where nothing else is said: a line of text, and no exception. */
export const plainRules: ConnectionRules = {
  refuse: (code) => {
    const body = `${errorCatalogue[code].message}\n`;
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': body.length };
    return { headers, body };
  },
  watches: () => false,
};
