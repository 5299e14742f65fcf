import type { Request } from 'express';
import { isTimeZone } from '#shared';

/** `browser/when-idle.ts` writes this cookie. */
const COOKIE = /(?:^|;\s*)errata-zone=(?<zone>[\w%+-]{1,60})/;

/** Returns undefined until the browser has sent a valid time zone. */
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
