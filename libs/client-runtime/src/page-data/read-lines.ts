/** Lines of an answer as they arrive. Rejects as its body does. Who wants no more of it ends it by `return()`. */
export async function* readLines({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let isDone = false; !isDone;) {
      // Each piece comes after the one before.
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      const lines = (text + value).split('\n');
      text = done ? '' : (lines.pop() as string);
      yield* lines.filter(Boolean);
      isDone = done;
    }
  } finally {
    // Nothing once it has ended.
    reader?.cancel().catch(() => undefined);
  }
}

/** Has the browser end an answer that nobody reads: its connection is free for others. */
export function dropAnswer({ body }: Response): void {
  if (!body?.locked) body?.cancel().catch(() => undefined);
}
