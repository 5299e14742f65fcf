import { RefusedTarget } from '#http/outgoing';

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

/** Errors of a provider that cannot answer without asking (OpenID Connect Core, 3.1.2.6). */
const ASKS_PERSON = /^(?:consent|interaction|account_selection)_required$/;

const UNUSABLE = 'its answer could not be used.';

/**
 * Returns a sentence that says why a sign-in failed. The sentence repeats no text of the provider,
 * because visitors who are not signed in can see it.
 */
export function describeProblem(name: string, error: unknown): string {
  return `Signing in with ${name} failed: ${describe(error)}`;
}

/**
 * Returns a sentence for owners who test a provider. The sentence repeats the status of an answer, and
 * none of its bytes.
 */
export function describeTrial(error: unknown): string {
  const said = describe(error);
  const status = findStatus(error);
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  return status === undefined ? sentence : `${sentence} The status is ${status}.`;
}

/** Returns the error code of OAuth with which the provider refused, otherwise an empty text. */
export function toRefusal(error: unknown): string {
  return toFields(error).error;
}

/** Whether the provider cannot answer before the person has done something there. */
export function asksPerson(refusal: string): boolean {
  return ASKS_PERSON.test(refusal);
}

function describe(error: unknown): string {
  const { code, error: refusal, cause, name } = toFields(error);
  if (error instanceof RefusedTarget) {
    return 'it leads to an address that is neither its own nor on the public network.';
  }
  if (Object.hasOwn(REFUSALS, refusal)) return REFUSALS[refusal]!;
  if (refusal !== '') return 'it refused.';
  if (/signature/i.test(String(error))) return 'its answer is not signed by its keys.';
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code]!;
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time.';
  const ofCause = cause === undefined ? UNUSABLE : describe(cause);
  return ofCause === UNUSABLE ? describeConnection(code) : ofCause;
}

function describeConnection(code: string): string {
  if (/CERT|SIGNATURE|TLS/.test(code)) return 'its TLS certificate is not trusted here.';
  return /^E[A-Z_]+$/.test(code) ? 'it cannot be reached.' : UNUSABLE;
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
    cause: typeof fields['cause'] === 'object' ? fields['cause'] : undefined,
  };
}

function findStatus(error: unknown): number | undefined {
  const { status, cause } = (error ?? {}) as {
    readonly status?: unknown;
    readonly cause?: unknown;
  };
  if (typeof status === 'number') return status;
  return typeof cause === 'object' && cause !== error ? findStatus(cause) : undefined;
}

export function describeCauses(error: unknown): string {
  const { code, error: refusal, cause, message, status } = toFields(error);
  const own = [message, code, refusal, status].filter((text) => text !== '').join(', ');
  return cause === undefined || cause === error ? own : `${own}; ${describeCauses(cause)}`;
}
