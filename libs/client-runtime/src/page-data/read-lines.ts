/**
 * Yields the lines of an answer as they arrive. Rejects when the connection breaks. The caller ends
 * an answer early with `return()`.
 */
export async function* readLines({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let isDone = false; !isDone;) {
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      const lines = (text + value).split('\n');
      text = done ? '' : (lines.pop() as string);
      yield* lines.filter(Boolean);
      isDone = done;
    }
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}

/** Cancels an answer that nobody reads, which frees its connection. */
export function dropAnswer({ body }: Response): void {
  if (!body?.locked) body?.cancel().catch(() => undefined);
}
