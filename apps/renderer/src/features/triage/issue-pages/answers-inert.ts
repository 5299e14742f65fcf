import { applyDecorators, Header } from '@nestjs/common';

/**
 * Sends the answer with this content type. Headers keep browsers from running anything in it and
 * from storing it.
 */
export function AnswersInert(
  type: 'application/json' | 'text/markdown' | 'text/plain',
): MethodDecorator {
  return applyDecorators(
    Header('Content-Type', `${type}; charset=utf-8`),
    Header('Content-Security-Policy', "sandbox; default-src 'none'"),
    Header('X-Content-Type-Options', 'nosniff'),
    Header('Cache-Control', 'private, no-store'),
  );
}
