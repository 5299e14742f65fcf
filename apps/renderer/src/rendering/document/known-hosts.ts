import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Addresses cannot be pointed elsewhere, and browsers keep `localhost` to the machine. */
const SAFE_HOST = /^(?:localhost|[a-z0-9-]+\.localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/;

/**
 * Answers only requests that name an IP address, localhost or the host of `publicUrl`. Pages that
 * whoever reaches them may read would else be open to any web site: a name that the site's owner
 * points at our address makes the browser take them for its own (DNS rebinding).
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

/** Lower-case and without the port: names are rebound, ports are not. */
function toHostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}
