/**
 * Yields the lines of an answer as they arrive. Rejects when the connection breaks. The caller ends
 * an answer early with `return()`.
 */
export async function* readLines({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done = true, value = '\n' } = (await reader?.read()) ?? {};
      // Searches only the new piece, because a long line comes in thousands of them.
      const lines = value.split('\n');
      lines[0] = text + lines[0];
      text = lines.pop() as string;
      yield* lines.filter(Boolean);
      if (done) return;
    }
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}

/** Cancels an answer that nobody reads, which frees its connection. */
export function dropAnswer({ body }: Response): void {
  if (!body?.locked) body?.cancel().catch(() => undefined);
}
