import type { ExceptionValue, Mechanism } from '#shared';

/**
 * These mechanisms only say how the exception belongs to another one, which the words before its
 * type already say.
 */
const RELATION_TYPES: ReadonlySet<string> = new Set(['generic', 'chained', 'suppressed']);

/**
 * Says how an exception was caught: `unhandled, by onunhandledrejection`. Returns an empty string
 * when nothing is known. An inner exception says "handled" or "unhandled" only when it differs from
 * the exception that surfaced.
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
    !RELATION_TYPES.has(type) && `by ${type}`,
  ];
  return parts.filter(Boolean).join(', ');
}
