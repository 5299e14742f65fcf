import { Secret, TOTP } from 'otpauth';

/** Bytes of a secret: as long as the hash (RFC 4226, 4, R6). */
const SECRET_BYTES = 20;
const PERIOD_MS = 30_000;
/** One code earlier and one later are taken: clocks of telephones differ by some seconds (RFC 6238, 5.2). */
const WINDOW = 1;

/** A new secret for an app that makes codes, in base 32. */
export function createAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that a QR code holds, as apps read it (Google's key URI format). */
export function describeApp(
  secret: string,
  { email, host }: { email: string; host: string },
): string {
  return createTotp(secret, { label: email, issuer: `Errata ${host}` }).toString();
}

/**
 * The number of the period of 30 s whose code this is, counted from the epoch; undefined for a code of no period around
 * `nowMs`. White space within the code is left out.
 */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = createTotp(secret).validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / PERIOD_MS) + delta;
}

function createTotp(secret: string, named: { label?: string; issuer?: string } = {}): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), ...named });
}
