import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { RenderingOptions } from '../rendering.options.ts';
import { toDirectives } from './content-policy.ts';
import { makeNonce } from './nonce.ts';

const PERMISSIONS_POLICY =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()';

/**
 * Security headers for every answer of ours. Scripts and styles come from our own origin or have the
 * answer's nonce. The referrer policy is not the strictest one because that makes browsers send
 * `Origin: null` with every form.
 */
export function securityHeaders({
  contentSources,
  development,
  isSecure,
}: Pick<RenderingOptions, 'contentSources' | 'development' | 'isSecure'>): RequestHandler {
  const headers = listHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: toDirectives({ contentSources, development, nonce: NONCE_MARK }),
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    // The older header knows no sources.
    xFrameOptions: contentSources['frame-ancestors']?.length ? false : { action: 'deny' },
  });
  return (request: Request, response: Response, next: NextFunction) => {
    const nonce = makeNonce(response);
    for (const [name, value] of headers)
      response.setHeader(name, value.replaceAll(NONCE_MARK, nonce));
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    if (isSecure(request)) {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    }
    next();
  };
}

/** Stands for the nonce where headers are worked out. */
const NONCE_MARK = 'nonce-of-the-answer';

/**
 * What helmet sets, worked out once: but for the nonce it is the same on every answer, and asking it
 * for each took a fiftieth of a page's time.
 */
function listHeaders(options: Parameters<typeof helmet>[0]): readonly [string, string][] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet(options)({} as Request, response as unknown as Response, (fault) => {
    if (fault) throw fault as Error;
  });
  return [...headers];
}
