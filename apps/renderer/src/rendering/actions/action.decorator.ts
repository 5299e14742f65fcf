import { UsePipes, ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import type { ActionName, ActionResult, AnyAction, FieldErrors } from '#shared';
import { ACTION_METADATA } from './action.metadata.ts';
import type { ActionMetadata } from './action.metadata.ts';
import { InvalidFieldsException } from './invalid-fields.exception.ts';

interface FieldFault {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly FieldFault[];
}

export class FieldsPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      // Allows classes without rules, which class-validator would refuse. An action with such a
      // class takes no fields.
      forbidUnknownValues: false,
      exceptionFactory: (faults) => new InvalidFieldsException(toFieldErrors(faults)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    return metadata.type === 'body' ? super.transform(value, metadata) : value;
  }
}

/**
 * Options of `@Action`: limits of the form, and the tags that the action changes.
 *
 * ```ts
 * const options: ActionOptions<{ readonly id: number }> = {
 *   files: true,
 *   maxBytes: 5 * 1024 * 1024,
 *   invalidates: ({ id }) => [`issue:${id}`],
 * };
 * ```
 */
export interface ActionOptions<Result> {
  /**
   * Names of the controller's methods whose pages have the action; all pages of the controller when
   * absent.
   */
  readonly of?: readonly string[];
  /** Limit for a body, files included; 1 MiB when absent. */
  readonly maxBytes?: number;
  readonly files?: boolean;
  /**
   * Whether a submit that repeats an `Idempotency-Key` gets the first answer; true when absent. Set
   * this to false for an answer that must be stored nowhere. A repeated submit is then refused with
   * 409, which says that it ran. A repeatable submit whose answer set a cookie runs again.
   */
  readonly isRepeatable?: boolean;
  /**
   * Set this for an action whose answer sets or deletes the cookie of a session. Its keys are ignored,
   * so a repeated submit signs in again, and it runs from the page of another person.
   */
  readonly signsIn?: boolean;
  /**
   * Set this for a result that cannot be fetched again, such as a new key. A form without scripts
   * is then answered with the page instead of a redirect, and only this answer has
   * `useSubmission(name).result`. The server does not store the result, so a repeated submit is
   * refused.
   */
  readonly showsResult?: boolean;
  /**
   * Returns the tags of the segments that the action changed. When absent, all segments of the page
   * count as changed.
   */
  readonly invalidates?: (result: Result) => readonly string[];
}

const MEBIBYTE = 1024 * 1024;
/** The name of an action must be safe to send in a header and in a query. */
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

type Awaitable<T> = T | Promise<T>;

type NameOf<Described> = Described extends AnyAction ? ActionName<Described> : string;
type ResultOf<Described> = Described extends AnyAction ? ActionResult<Described> : Described;

/**
 * Makes a controller's method an action of the controller's pages. Forms refer to the action by
 * `name`.
 *
 * ```ts
 * type ResolveAction = ActionOf<'resolve', ResolveDto, { readonly id: number }>;
 *
 * @Action<ResolveAction>('resolve', { invalidates: ({ id }) => [`issue:${id}`] })
 * resolve(@Param('id', IdPipe) id: number, @Body() fields: ResolveDto): Promise<{ id: number }> {
 *   return this.issues.resolve(id, fields);
 * }
 * ```
 *
 * The compiler checks the method against `ResolveAction`, which the views use as well. The type
 * parameter may also be the type of the result alone. The form is posted to the address of the
 * page. Guards of the layouts, the controller and the page run first, and then the guards of the
 * method. The body is read only after all guards have passed.
 *
 * The rules of class-validator check `@Body()`. When a field breaks a rule, the answer is 422 with
 * the errors of each field, and the method is not called. The method itself may throw
 * `InvalidFieldsException` for the same answer. The form receives the method's result as JSON.
 * Throwing `RedirectException` leads to another page.
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
  const { signsIn = false } = options;
  const isRepeatable = !showsResult && (options.isRepeatable ?? true);
  const metadata: ActionMetadata = {
    name,
    maxBytes,
    files,
    isRepeatable,
    signsIn,
    showsResult,
    of,
    invalidates: invalidates ? (invalidates as never) : undefined,
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

function toFieldErrors(faults: readonly FieldFault[], before = ''): FieldErrors {
  return Object.fromEntries(
    faults.flatMap(({ property, constraints = {}, children = [] }) => {
      const name = before + property;
      const messages = Object.values(constraints);
      return [
        ...(messages.length > 0 ? [[name, messages] as const] : []),
        ...Object.entries(toFieldErrors(children, `${name}.`)),
      ];
    }),
  );
}
