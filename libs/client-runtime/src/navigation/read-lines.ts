/** Lines of an answer as they arrive. Rejects as its body does; leaving the loop cancels it. */
export async function* readLines({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      // Each piece comes after the one before.
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      const lines = (text + value).split('\n');
      text = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (text) yield text;
  } finally {
    // It may have failed, or be over.
    reader?.cancel().catch(() => undefined);
  }
}
