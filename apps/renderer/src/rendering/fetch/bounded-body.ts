import type { CallLifetime } from './call-lifetime.ts';

/**
 * Returns the answer with a new body. The call's lifetime finishes once this body is read, fails or
 * is cancelled. An unread body is released at the lifetime's deadline. Throws for a status of 600
 * or above, which `Response` does not accept.
 */
export function boundBody(answer: Response, lifetime: CallLifetime): Response {
  if (!answer.body) {
    lifetime.finish();
    return answer;
  }
  const bounded = new Response(finishWithBody(answer.body, lifetime), {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
  // The constructor of `Response` does not take these properties.
  return Object.defineProperties(bounded, {
    url: { value: answer.url },
    redirected: { value: answer.redirected },
  });
}

function finishWithBody(
  body: ReadableStream<Uint8Array>,
  lifetime: CallLifetime,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
          lifetime.finish();
        } catch (error) {
          lifetime.finish();
          throw error;
        }
      },
      async cancel(reason) {
        lifetime.finish();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
