import type { CallLifetime } from './call-lifetime.ts';

/**
 * The same answer, whose body finishes the lifetime of its call: when it has been read, when it
 * breaks, or when it is cancelled. What nobody reads is let go when the lifetime ends by itself.
 * Throws for a status that HTTP does not know, 600 and above.
 */
export function boundBody(answer: Response, lifetime: CallLifetime): Response {
  if (!answer.body) {
    lifetime.finish();
    return answer;
  }
  const bounded = new Response(endWith(answer.body, lifetime), {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
  // The two that no constructor takes.
  return Object.defineProperties(bounded, {
    url: { value: answer.url },
    redirected: { value: answer.redirected },
  });
}

function endWith(
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
    // Reads nothing before it is asked: what is not wanted stays where it is.
    { highWaterMark: 0 },
  );
}
