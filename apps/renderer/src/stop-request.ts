export class Stopped extends Error {}

/**
 * Returns a signal that aborts when a person or a supervisor stops the process, and when its parent
 * process is gone.
 */
export function stopOnRequest(): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    if (!stopping.signal.aborted) stopping.abort(new Stopped());
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  // The parent may have exited before anything listened for `disconnect`.
  if (process.send && !process.connected) stop();
  return stopping.signal;
}
