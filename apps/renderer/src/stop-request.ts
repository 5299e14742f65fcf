/** A start that nobody wants any more. */
export class Stopped extends Error {}

/** Aborted by the signal of a person or a supervisor, and when the process that started this one has gone. */
export function stopOnRequest(): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    if (!stopping.signal.aborted) stopping.abort(new Stopped());
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  // It went while this one was starting: nobody listened to the event yet.
  if (process.send && !process.connected) stop();
  return stopping.signal;
}
