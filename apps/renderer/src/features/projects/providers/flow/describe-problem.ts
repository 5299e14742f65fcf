const SENTENCES: Readonly<Record<string, string>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'its answer is too old, or from the future. The clocks of the two servers may differ.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'its answer is not for this sign-in.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'it calls itself by another issuer than the one set here.',
  OAUTH_KEY_SELECTION_FAILED: 'its answer is not signed by its keys.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'its answer does not follow OpenID Connect.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'its answer does not follow OpenID Connect.',
  OAUTH_PARSE_ERROR: 'its answer does not follow OpenID Connect.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'it leads to an address without TLS.',
  OAUTH_TIMEOUT: 'it did not answer in time.',
  OAUTH_ABORT: 'it did not answer in time.',
};

/** Ends of sentences, by the error code that the provider sends (RFC 6749, 4.1.2.1 and 5.2). */
const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: 'it did not let you in, or you have cancelled.',
  invalid_grant: 'this sign-in was used already, or took too long. Begin anew.',
  invalid_client: 'it does not know this Errata by the client id and secret that are set here.',
  unauthorized_client: 'it does not let this Errata sign people in.',
  temporarily_unavailable: 'it is busy at the moment. Try again.',
};

const MOST_OF_CAUSES = 300;
const UNUSABLE = 'its answer could not be used.';

/**
 * Returns a sentence that says why a sign-in failed. The sentence repeats no text of the provider,
 * because visitors who are not signed in can see it.
 */
export function describeProblem(name: string, error: unknown): string {
  return `Signing in with ${name} failed: ${describe(error)}`;
}

/** The sentence is for owners who test a provider, and ends with all known causes. */
export function describeTrial(error: unknown): string {
  const said = describe(error);
  const causes = describeCauses(error).slice(0, MOST_OF_CAUSES);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} (${causes})`;
}

function describe(error: unknown): string {
  const { code, error: refusal, cause, name } = toFields(error);
  if (Object.hasOwn(REFUSALS, refusal)) return REFUSALS[refusal]!;
  if (refusal !== '') return 'it refused.';
  if (/signature/i.test(String(error))) return 'its answer is not signed by its keys.';
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code]!;
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time.';
  const ofCause = cause === undefined ? UNUSABLE : describe(cause);
  if (ofCause !== UNUSABLE) return ofCause;
  if (name === 'TypeError' || /^(?:E[A-Z]+|UND_)/.test(code)) return 'it cannot be reached.';
  return UNUSABLE;
}

interface ErrorFields {
  readonly code: string;
  readonly error: string;
  readonly name: string;
  readonly message: string;
  readonly status: string;
  readonly cause?: unknown;
}

function toFields(error: unknown): ErrorFields {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Readonly<
    Record<string, unknown>
  >;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    code: text('code'),
    error: text('error'),
    name: text('name'),
    message: text('message'),
    status: typeof fields['status'] === 'number' ? `HTTP ${fields['status']} ${text('url')}` : '',
    ...(typeof fields['cause'] === 'object' ? { cause: fields['cause'] } : {}),
  };
}

export function describeCauses(error: unknown): string {
  const { code, error: refusal, cause, message, status } = toFields(error);
  const own = [message, code, refusal, status].filter((text) => text !== '').join(', ');
  return cause === undefined || cause === error ? own : `${own}; ${describeCauses(cause)}`;
}
