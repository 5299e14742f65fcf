import { Logger } from '@nestjs/common';
import { maskTokens } from '#shared';
import { aboutRequest } from './about-request.ts';
import type { Answer } from './observe-answers.ts';

/** Writes a line of level `debug` for each request. Of its address the path alone, without what opens something. */
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
