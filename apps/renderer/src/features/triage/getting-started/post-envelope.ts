export interface Addressed {
  readonly projectId: number;
  readonly publicKey: string;
  readonly envelope: string | Uint8Array<ArrayBuffer>;
}

/**
 * Names of the errors that mean "no answer". `fetch` rejects with a `TypeError` when the connection
 * fails, and with a `TimeoutError` when the signal's time is up.
 */
const NO_ANSWER: ReadonlySet<string> = new Set(['TypeError', 'TimeoutError']);

/**
 * Sends an envelope to the relay as SDKs do. Returns the answer's status, or undefined when the
 * relay does not answer.
 */
export async function postEnvelope(
  relayUrl: string,
  { projectId, publicKey, envelope }: Addressed,
  { client, signal }: { readonly client: string; readonly signal?: AbortSignal },
): Promise<number | undefined> {
  try {
    const answer = await fetch(`${relayUrl}/api/${projectId}/envelope/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-sentry-envelope',
        'X-Sentry-Auth': `Sentry sentry_version=7, sentry_key=${publicKey}, sentry_client=${client}`,
      },
      body: envelope,
      signal,
    });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    if (NO_ANSWER.has((error as Error).name)) return undefined;
    throw error;
  }
}
