import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Hosts that no attacker can point to our server: IP addresses, and `localhost`, which browsers
 * resolve to their own machine.
 */
const SAFE_HOST = /^(?:localhost|[a-z0-9-]+\.localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/;

/**
 * Accepts requests only for an IP address, localhost or the host of `publicUrl`. This prevents DNS
 * rebinding, in which an attacker's domain resolves to our server and the attacker's site can then
 * read our pages.
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

function toHostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}
