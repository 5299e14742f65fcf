import type { IncomingMessage } from 'node:http';
import { type ErrorCode, errorCatalogue } from '#shared';

export interface WrittenRefusal {
  /** Must include `Content-Length`. */
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/**
 * Provides the answers that Node.js would otherwise send itself, before or instead of a request
 * handler.
 */
export interface ConnectionRules {
  /** `url` is the request's URL as received; undefined when unknown. */
  refuse(code: ErrorCode, url: string | undefined): WrittenRefusal;
  /**
   * Whether the service itself watches how the body arrives. The server's timeout does not apply to
   * a watched body.
   */
  watches(request: IncomingMessage): boolean;
}

/** Refuses with a line of text. The server's timeout applies to every body. */
export const plainRules: ConnectionRules = {
  refuse: (code) => {
    const body = `${errorCatalogue[code].message}\n`;
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': body.length };
    return { headers, body };
  },
  watches: () => false,
};
