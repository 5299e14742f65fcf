import { applyDecorators, Header } from '@nestjs/common';

/**
 * Sets the content type, and headers that keep browsers from storing the answer or running scripts
 * in it.
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
