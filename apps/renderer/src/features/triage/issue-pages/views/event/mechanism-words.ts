import type { ExceptionValue, Mechanism } from '#shared';

/**
 * These types only say how the exception relates to another exception. The page already says so
 * before the exception's type.
 */
const RELATION_TYPES: ReadonlySet<string> = new Set(['generic', 'chained', 'suppressed']);

/**
 * Says how an exception was caught: `unhandled, by onunhandledrejection`. An inner exception gets
 * "handled" or "unhandled" only when this word differs from that of the surfaced exception.
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
