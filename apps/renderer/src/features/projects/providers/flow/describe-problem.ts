/** Sentences by the codes of `openid-client` and of the system. */
const SENTENCES: Readonly<Record<string, string>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'its answer is too old or of a time to come. The clocks of the two servers may differ.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'its answer is not for this sign-in.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'it calls itself by another issuer than the one set here.',
  OAUTH_KEY_SELECTION_FAILED: 'its answer is not signed by its keys.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'its answer is none of OpenID Connect.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'its answer is none of OpenID Connect.',
  OAUTH_PARSE_ERROR: 'its answer is none of OpenID Connect.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'it leads to an address without TLS.',
  OAUTH_TIMEOUT: 'it did not answer in time.',
  OAUTH_ABORT: 'it did not answer in time.',
};

/** Answers of the provider itself (RFC 6749, 4.1.2.1 and 5.2). */
const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: 'it did not let you in, or you have cancelled.',
  invalid_grant: 'this sign-in was used already, or took too long. Begin anew.',
  invalid_client: 'it does not know this Errata by the client id and secret that are set here.',
  unauthorized_client: 'it does not let this Errata sign people in.',
  temporarily_unavailable: 'it has no time at the moment.',
};

const UNUSABLE = 'its answer could not be used.';

/** Why a sign-in with a provider failed, in a sentence without anything that the provider wrote. */
export function describeProblem(name: string, error: unknown): string {
  return `Signing in with ${name} failed: ${describe(error)}`;
}

function describe(error: unknown): string {
  const { code, error: refusal, cause, name } = toFields(error);
  const ofRefusal = REFUSALS[refusal];
  if (ofRefusal !== undefined) return ofRefusal;
  if (refusal !== '') return 'it refused.';
  if (/signature/i.test(String(error))) return 'its answer is not signed by its keys.';
  if (SENTENCES[code] !== undefined) return SENTENCES[code];
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time.';
  const ofCause = cause === undefined ? UNUSABLE : describe(cause);
  if (ofCause !== UNUSABLE) return ofCause;
  if (name === 'TypeError' || /^(?:E[A-Z]+|UND_)/.test(code)) return 'it cannot be reached.';
  return UNUSABLE;
}

function toFields(error: unknown): { code: string; error: string; name: string; cause?: unknown } {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Readonly<
    Record<string, unknown>
  >;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    code: text('code'),
    error: text('error'),
    name: text('name'),
    ...(typeof fields['cause'] === 'object' ? { cause: fields['cause'] } : {}),
  };
}
