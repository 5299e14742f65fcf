import { SetMetadata } from '@nestjs/common';
import type { Schema } from './schema.ts';

const DESCRIPTION = 'api:description';
const WEBHOOK = 'api:webhook';

export interface QueryParameter {
  readonly description: string;
  readonly schema: Schema;
}

/**
 * Describes an API call for OpenAPI. `OpenApiDocument` takes the path and the scopes from the
 * controller.
 */
export interface CallDescription {
  readonly summary: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly body?: Schema;
  readonly answer?: Schema;
  /** Statuses of success. Defaults to 201 for POST and 200 otherwise. */
  readonly statuses?: readonly number[];
}

export const Describes = (description: CallDescription): MethodDecorator =>
  SetMetadata(DESCRIPTION, description);

export function findDescription(method: object): CallDescription | undefined {
  return Reflect.getMetadata(DESCRIPTION, method) as CallDescription | undefined;
}

export interface WebhookDescription {
  readonly name: string;
  readonly summary: string;
  readonly body: Schema;
}

/**
 * Describes a request that Errata sends. Put this decorator on the controller with which people
 * configure the receivers.
 */
export const DescribesWebhook = (description: WebhookDescription): ClassDecorator =>
  SetMetadata(WEBHOOK, description);

export function findWebhook(controller: object): WebhookDescription | undefined {
  return Reflect.getMetadata(WEBHOOK, controller) as WebhookDescription | undefined;
}
