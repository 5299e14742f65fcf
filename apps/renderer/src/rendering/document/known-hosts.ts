import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** No web site can point an IP address elsewhere, and browsers keep `localhost` to the machine. */
const SAFE_HOST = /^(?:localhost|[a-z0-9-]+\.localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/;

/**
 * Answers only requests for an IP address, localhost or the host of `publicUrl`, against DNS
 * rebinding: a site's owner points a name of theirs at our address, and the browser takes our pages
 * for that site's own. Pages without sign-in would be readable for any web site.
 */
export function allowKnownHosts(publicUrl: string): RequestHandler {
  const { hostname: publicName } = new URL(publicUrl);
  return (request: Request, response: Response, next: NextFunction) => {
    const name = toHostName(request.headers.host ?? '');
    if (name === publicName || SAFE_HOST.test(name)) {
      next();
      return;
    }
    response
      .status(421)
      .type('text/plain')
      .send(
        'This application does not know this address. Its operator must set PUBLIC_URL to the address that people use.\n',
      );
  };
}

/**
 * Returns the host name in lower case, without the port: DNS rebinding changes names, not ports.
 */
function toHostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}
