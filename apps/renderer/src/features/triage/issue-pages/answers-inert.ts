import { applyDecorators, Header } from '@nestjs/common';

/** Sends the answer as text of this type. The browser runs nothing in it and does not store it. */
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
