import { UsePipes } from '@nestjs/common';
import type { ActionName, ActionResult, AnyAction } from '#shared';
import { FieldsPipe } from './fields.pipe.ts';
import { ACTION_METADATA } from './action.metadata.ts';
import type { ActionMetadata } from './action.metadata.ts';

export interface ActionOptions<Result> {
  /** Names of the controller's methods whose pages have it; all of its pages unless said. */
  readonly of?: readonly string[];
  /** Most bytes of a body, files included. 1 MiB unless said. */
  readonly maxBytes?: number;
  /** Whether its form may send files. */
  readonly files?: boolean;
  /**
   * Whether a submit that is repeated with its `Idempotency-Key` is answered as before, without being run. It is,
   * unless said: not of sign-in, whose answer is a secret.
   */
  readonly isRepeatable?: boolean;
  /**
   * A form without scripts is answered with the page itself, and not led to it: `useSubmission(name).result` is
   * what was returned, in that answer alone. For what cannot be had again (a link that opens something, a key), so
   * it is kept nowhere: stored by no cache, in no address; a submit that is repeated is told that it was done.
   */
  readonly showsResult?: boolean;
  /** Tags of the segments that it changed. Unless said, everything that the page is made of. */
  readonly invalidates?: (result: Result) => readonly string[];
}

const MEBIBYTE = 1024 * 1024;
/** It stands in a header and in a query. */
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

type Awaitable<T> = T | Promise<T>;

/** Of an action that is described by a type: its name; else any. */
type NameOf<Described> = Described extends AnyAction ? ActionName<Described> : string;
/** What its method returns; the type itself, when it describes no action. */
type ResultOf<Described> = Described extends AnyAction ? ActionResult<Described> : Described;

/**
 * Makes a controller's method an action of the controller's pages, by the name that forms give:
 *
 * `@Action<ResolveAction>('resolve', { invalidates: ({ id }) => ['issue:' + id] })`
 * `resolve(@Param('id', IdPipe) id: number, @Body() fields: ResolveDto) { … }`
 *
 * `ResolveAction` is an `ActionOf`, by which the compiler holds the method to what its views are told; the type of
 * the result alone will do, too. It is posted to the address of the page. The guards of the page's whole chain stand before it, then those of
 * the method; nothing of the body is read before they have passed. `@Body()` is then of its class, by the rules
 * of class-validator; what breaks them is answered with 422, by field, and the method is not called. So is
 * `InvalidFieldsException`, for what only the method can know. What it returns goes to the form that sent it, as
 * JSON; `RedirectException` leads elsewhere.
 */
export function Action<Described = unknown>(
  name: NameOf<Described>,
  options: ActionOptions<ResultOf<Described>> = {},
) {
  if (!NAME.test(name))
    throw new RangeError(
      `${name} is no name of an action: lower-case letters, digits and hyphens, as “add-note”.`,
    );
  const { maxBytes = MEBIBYTE, files = false, showsResult = false, of, invalidates } = options;
  const { isRepeatable = true } = options;
  const metadata: ActionMetadata = {
    name,
    maxBytes,
    files,
    isRepeatable,
    showsResult,
    ...(of ? { of } : {}),
    ...(invalidates ? { invalidates: invalidates as never } : {}),
  };
  return <Method extends (...parameters: never[]) => Awaitable<ResultOf<Described>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    UsePipes(FIELDS_PIPE)(target, key, descriptor);
    Reflect.defineMetadata(ACTION_METADATA, metadata, descriptor.value as Method);
  };
}

const FIELDS_PIPE = new FieldsPipe();
