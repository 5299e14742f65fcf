import { Logger } from '@nestjs/common';
import { maskTokens } from '#shared';
import { aboutRequest } from './about-request.ts';
import type { Answer } from './observe-answers.ts';

/** Logs each request at level `debug`. Only the path is logged, with its tokens masked. */
export function createAccessLines(): (answer: Answer) => void {
  const logger = new Logger('Access');
  return ({ request, response, seconds }) => {
    const path = /^[^?]*/.exec(request.originalUrl)?.[0] ?? '';
    const outcome = response.headersSent ? response.statusCode : 'broken off';
    const took = `${Math.round(seconds * 1000)} ms`;
    const line = `${request.method} ${maskTokens(path)} ${outcome} ${took}`;
    logger.debug(aboutRequest(line, request));
  };
}
