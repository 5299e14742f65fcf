import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Hosts that no attacker can point at our address: IP addresses, and `localhost`, which browsers
 * resolve to their own machine.
 */
const SAFE_HOST = /^(?:localhost|[a-z0-9-]+\.localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/;

/**
 * Refuses requests for any host but an IP address, localhost or the host of `publicUrl`. This
 * prevents DNS rebinding: an attacker points a name of their own at our address, and the browser
 * lets the attacker's site read our pages. Pages without sign-in would be readable for any web
 * site.
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
