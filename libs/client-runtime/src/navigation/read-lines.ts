/** Lines of an answer as they arrive. Rejects as its body does. */
export async function* readLines({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let isDone = false; !isDone;) {
    // Each piece comes after the one before.
    const { done = true, value = '' } = (await reader?.read()) ?? {};
    const lines = (text + value).split('\n');
    text = done ? '' : (lines.pop() as string);
    yield* lines.filter(Boolean);
    isDone = done;
  }
}
