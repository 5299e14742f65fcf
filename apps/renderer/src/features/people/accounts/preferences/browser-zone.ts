import type { Request } from 'express';
import { isTimeZone } from '#shared';

/** Written by `browser/when-idle.ts`. */
const COOKIE = /(?:^|;\s*)errata-zone=(?<zone>[\w%+-]{1,60})/;

/** The time zone of the visitor's browser, as it has told; undefined until it has. */
export function readBrowserZone({ headers }: Pick<Request, 'headers'>): string | undefined {
  const { zone } = COOKIE.exec(headers.cookie ?? '')?.groups ?? {};
  if (zone === undefined) return undefined;
  try {
    const name = decodeURIComponent(zone);
    return isTimeZone(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
