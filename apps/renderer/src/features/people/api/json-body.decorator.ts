import {
  BadRequestException,
  createParamDecorator,
  Injectable,
  mixin,
  PayloadTooLargeException,
} from '@nestjs/common';
import type { ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import type { Request } from 'express';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { readBytes } from '../../../rendering/index.ts';

/**
 * Longest body that is read. Bodies are large when the commits of a release list the paths that
 * they changed.
 */
const MOST_BYTES = 10 * 1024 * 1024;

const OfRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/**
 * Injects the JSON body as an instance of `Rules`, checked by class-validator. Unknown fields are
 * dropped. The body is read only after all guards have passed.
 *
 * Answers 400 with the message of the first rule that the body breaks.
 */
export function JsonBody<Body extends object>(Rules: Type<Body>): ParameterDecorator {
  return OfRequest(createPipe(Rules));
}

function createPipe<Body extends object>(
  Rules: Type<Body>,
): Type<PipeTransform<Request, Promise<Body>>> {
  @Injectable()
  class JsonBodyPipe implements PipeTransform<Request, Promise<Body>> {
    async transform(request: Request): Promise<Body> {
      const body = plainToInstance(Rules, await readJson(request));
      const [error] = validateSync(body, { whitelist: true });
      if (error) throw new BadRequestException(toSentence(error));
      return body;
    }
  }
  return mixin(JsonBodyPipe);
}

async function readJson(request: Request): Promise<object> {
  const bytes = await readBytes(request, MOST_BYTES);
  if (bytes?.length === 0) return {};
  if (!bytes) throw new PayloadTooLargeException('The body is larger than 10 MiB.');
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Text that is not JSON gets the same answer as JSON that is not an object.
  }
  throw new BadRequestException('The body is not a JSON object.');
}

function toSentence({ constraints, children, property }: ValidationError): string {
  // class-validator records decorators from last to first. The last entry belongs to the first
  // decorator in the source.
  const sentence = Object.values(constraints ?? {}).at(-1);
  if (sentence !== undefined) return sentence;
  const [child] = children ?? [];
  return child ? toSentence(child) : `The field ${property} is not valid.`;
}
