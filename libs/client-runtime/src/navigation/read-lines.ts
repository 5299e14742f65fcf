/** Lines of a text as it arrives. Rejects as the stream does; leaving the loop cancels it. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      // Each piece comes after the one before.
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (text) yield text;
  } finally {
    // It may have failed, or be over.
    reader.cancel().catch(() => undefined);
  }
}
