import {
  BadRequestException,
  createParamDecorator,
  HttpException,
  Injectable,
  mixin,
  PayloadTooLargeException,
} from '@nestjs/common';
import type { ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import type { Request } from 'express';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { findExcess, readBytes } from '../../../rendering/index.ts';

/**
 * Longest body that is read. Bodies are large when the commits of a release list the paths that
 * they changed.
 */
const MOST_BYTES = 10 * 1024 * 1024;
/** Commas and brackets. The 1,000 paths of 160 commits fit. */
const MOST_VALUES = 500_000;

const OfRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

interface JsonBodyOptions {
  /** Unknown fields that clients are known to send, which are dropped. Default: any. */
  readonly drops?: readonly string[];
  /** Sentences that say what serves instead of fields that Sentry has, by their names. */
  readonly instead?: ReadonlyMap<string, string>;
}

/**
 * Injects the JSON body as an instance of `Rules`, checked by class-validator. The body is read only
 * after all guards have passed.
 *
 * Answers 400 with the message of the first rule that the body breaks, or with the name of a field
 * that is neither known nor dropped.
 */
export function JsonBody<Body extends object>(
  Rules: Type<Body>,
  options: JsonBodyOptions = {},
): ParameterDecorator {
  return OfRequest(createPipe(Rules, options));
}

function createPipe<Body extends object>(
  Rules: Type<Body>,
  { drops, instead }: JsonBodyOptions,
): Type<PipeTransform<Request, Promise<Body>>> {
  @Injectable()
  class JsonBodyPipe implements PipeTransform<Request, Promise<Body>> {
    async transform(request: Request): Promise<Body> {
      const fields = Object.entries(await readJson(request));
      const kept = Object.fromEntries(fields.filter(([name]) => !drops?.includes(name)));
      const body = plainToInstance(Rules, kept);
      const [error] = validateSync(body, { whitelist: true, forbidNonWhitelisted: !!drops });
      if (error) throw new BadRequestException(toSentence(error, instead));
      return body;
    }
  }
  return mixin(JsonBodyPipe);
}

async function readJson(request: Request): Promise<object> {
  const bytes = await readBytes(request, MOST_BYTES);
  if (bytes?.length === 0) return {};
  if (!bytes) throw new PayloadTooLargeException('The body is larger than 10 MiB.');
  const value = parseJson(bytes, MOST_VALUES);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new BadRequestException('The body is not a JSON object.');
}

/** Returns undefined for text that is not JSON. Refuses JSON that costs more than its length. */
export function parseJson(bytes: Buffer, mostValues: number): unknown {
  const text = bytes.toString('utf8');
  const excess = findExcess(text, mostValues);
  if (excess) throw new HttpException(excess.message, excess.status);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toSentence(
  { constraints, children, property }: ValidationError,
  instead: JsonBodyOptions['instead'],
): string {
  // class-validator records decorators from last to first. The last entry belongs to the first
  // decorator in the source.
  const sentence = Object.values(constraints ?? {}).at(-1);
  if (constraints?.['whitelistValidation']) {
    return `Errata knows no field ${property} here. ${instead?.get(property) ?? ''}`.trim();
  }
  if (sentence !== undefined) return sentence;
  const [child] = children ?? [];
  return child ? toSentence(child, instead) : `The field ${property} is not valid.`;
}
