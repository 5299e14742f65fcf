import type { ExceptionValue, Mechanism } from '#shared';

/** Mechanisms that say no more than how the exception belongs to another, which stands before its type. */
const UNTELLING: ReadonlySet<string> = new Set(['generic', 'chained', 'suppressed']);

/**
 * Whether and how an exception was caught: `unhandled, by onunhandledrejection`. Empty where nothing is known. What belongs
 * to the one that surfaced was caught with it, and says so only where it was not.
 */
export function describeMechanism(exception: ExceptionValue, surfaced: ExceptionValue): string {
  const { type, module, mechanism } = exception;
  const isSaid = exception !== surfaced && mechanism?.handled === surfaced.mechanism?.handled;
  const isModuleSaid = module === undefined || module === '' || type.startsWith(`${module}.`);
  const parts = [
    !isModuleSaid && `module ${module}`,
    mechanism && sayCaught(mechanism, isSaid),
    mechanism?.source !== undefined && `from ${mechanism.source}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function sayCaught({ type, handled }: Mechanism, isSaid: boolean): string {
  const parts = [
    !isSaid && handled !== undefined && (handled ? 'handled' : 'unhandled'),
    !UNTELLING.has(type) && `by ${type}`,
  ];
  return parts.filter(Boolean).join(', ');
}
