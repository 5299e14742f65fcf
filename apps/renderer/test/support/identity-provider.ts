import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

type Claims = Record<string, unknown>;

/**
 * A real OpenID Connect provider on loopback, which signs in the person that the spec names without
 * asking.
 */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  be: (person: Claims & { readonly sub: string }) => void;
  /** Changes the claims of ID tokens, which are then signed again. */
  tamper: (change: ((claims: Claims) => Claims) | undefined) => void;
  signWithAnotherKey: (isAnother: boolean) => void;
  hang: (isHanging: boolean) => void;
  /** No longer lets the person in, as after they have left the company. */
  forget: (isForgotten: boolean) => void;
  readonly countTokenRequests: () => number;
  readonly end: () => Promise<void>;
}

const KEY = { kid: 'spec', alg: 'RS256', use: 'sig' };

interface Options {
  /** False leaves out of the description that answers name their issuer (RFC 9207). */
  readonly namesItself?: boolean;
  /** True gives refresh tokens, each of which works once. */
  readonly givesRefreshTokens?: boolean;
}

export async function startIdentityProvider(
  redirectUri: string,
  { namesItself = true, givesRefreshTokens = false }: Options = {},
): Promise<IdentityProvider> {
  const [own, other] = [createKeys(), createKeys()];
  const clientId = 'errata';
  const clientSecret = randomUUID();
  let person: Claims & { sub: string } = { sub: 'nobody' };
  let change: ((claims: Claims) => Claims) | undefined;
  let isOther = false;
  let isHanging = false;
  let isForgotten = false;
  let tokenRequests = 0;

  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...own.privateKey.export({ format: 'jwk' }), ...KEY }] },
    cookies: { keys: ['spec'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'xms_edov'],
      profile: ['name', 'groups'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) =>
      isForgotten ? undefined : { accountId: id, claims: () => ({ ...person, sub: id }) },
    issueRefreshToken: async () => givesRefreshTokens,
    rotateRefreshToken: true,
    pkce: { required: () => true },
  });
  provider.use(async (context, next) => {
    if (context.path === '/token') tokenRequests += 1;
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (body && !namesItself) {
      Object.assign(body, { authorization_response_iss_parameter_supported: undefined });
    }
    if (context.path !== '/token' || body?.id_token === undefined) return;
    if (!change && !isOther) return;
    const claims = readClaims(body.id_token);
    const { privateKey } = isOther ? other : own;
    body.id_token = sign(change ? change(claims) : claims, privateKey);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (isHanging) return;
    if (request.url?.startsWith('/interaction/')) {
      void interact(provider, person.sub, { request, response });
      return;
    }
    void answer(request, response);
  });
  return {
    issuer,
    clientId,
    clientSecret,
    be: (next) => {
      person = next;
    },
    tamper: (next) => {
      change = next;
    },
    signWithAnotherKey: (next) => {
      isOther = next;
    },
    hang: (next) => {
      isHanging = next;
    },
    forget: (next) => {
      isForgotten = next;
    },
    countTokenRequests: () => tokenRequests,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Handled = Parameters<Provider['interactionDetails']>;

async function interact(
  provider: Provider,
  accountId: string,
  { request, response }: { readonly request: Handled[0]; readonly response: Handled[1] },
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId }, consent: { grantId } },
    { mergeWithLastSubmission: false },
  );
}

function createKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function readClaims(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}

function sign(claims: Claims, key: ReturnType<typeof createKeys>['privateKey']): string {
  const head = { alg: KEY.alg, kid: KEY.kid, typ: 'JWT' };
  const text = [head, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

/** Follows redirects through the provider. Resolves with the path and query that lead back. */
export async function passThrough(
  address: string,
  redirectUri: string,
  /** Cookies of the browser at the provider. They keep somebody signed in there. */
  cookies = new Map<string, string>(),
): Promise<string> {
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
    if (next.startsWith(redirectUri)) return next.slice(new URL(next).origin.length);
  }
  throw new Error('The provider leads in circles.');
}
