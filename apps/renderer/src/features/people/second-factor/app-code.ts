import { Secret, TOTP } from 'otpauth';

/** RFC 4226, section 4, R6, recommends 160 bits. */
const SECRET_BYTES = 20;
const PERIOD_MS = 30_000;
/**
 * Periods before and after the present one whose codes are accepted, because phone clocks differ by
 * some seconds (RFC 6238, 5.2).
 */
const WINDOW = 1;

export function createAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URI in the QR code, in Google's key URI format. */
export function describeApp(
  secret: string,
  { email, host }: { email: string; host: string },
): string {
  return createTotp(secret, { label: email, issuer: `Errata ${host}` }).toString();
}

/**
 * Returns the number of the 30 s period, counted from the epoch, to which the code belongs. Returns
 * undefined when the code belongs to no period around `nowMs`. White space in the code is ignored.
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
