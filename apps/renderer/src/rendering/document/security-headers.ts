import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { RenderingOptions } from '../rendering.options.ts';
import { toDirectives } from './content-policy.ts';
import { makeNonce } from './nonce.ts';

const PERMISSIONS = {
  camera: '()',
  geolocation: '()',
  microphone: '()',
  payment: '()',
  usb: '()',
  'browsing-topics': '()',
};

/**
 * Sets security headers on every answer. Scripts and styles must come from our own origin or have
 * the answer's nonce. The referrer policy is not `no-referrer`, because browsers would then send
 * `Origin: null` with every form.
 */
export function securityHeaders({
  contentSources,
  development,
  isSecure,
  permissions,
}: Pick<
  RenderingOptions,
  'contentSources' | 'development' | 'isSecure' | 'permissions'
>): RequestHandler {
  const permissionsPolicy = Object.entries({ ...PERMISSIONS, ...permissions })
    .map((entry) => entry.join('='))
    .join(', ');
  const headers = listHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: toDirectives({ contentSources, development, nonce: NONCE_MARK }),
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    // X-Frame-Options cannot allow single sites, so it is left out when `frame-ancestors` allows
    // some.
    xFrameOptions: contentSources['frame-ancestors']?.length ? false : { action: 'deny' },
  });
  return (request: Request, response: Response, next: NextFunction) => {
    const nonce = makeNonce(response);
    for (const [name, parts] of headers) response.setHeader(name, parts.join(nonce));
    response.setHeader('Permissions-Policy', permissionsPolicy);
    if (isSecure(request)) {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    }
    next();
  };
}

const NONCE_MARK = 'nonce-of-the-answer';

/**
 * Returns helmet's headers, divided where the nonce stands. They are computed once, because only the
 * nonce changes. Calling helmet for each answer took 2 % of a page's time (measured).
 */
function listHeaders(
  options: Parameters<typeof helmet>[0],
): readonly [string, readonly string[]][] {
  const headers = new Map<string, readonly string[]>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value.split(NONCE_MARK)),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet(options)({} as Request, response as unknown as Response, (fault) => {
    if (fault) throw fault as Error;
  });
  return [...headers];
}
