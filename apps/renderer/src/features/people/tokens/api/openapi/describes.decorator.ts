import { SetMetadata } from '@nestjs/common';
import type { Schema } from './schema.ts';

const DESCRIPTION = 'api:description';
const WEBHOOK = 'api:webhook';

/** A parameter of an address, after its `?`. */
export interface QueryParameter {
  readonly description: string;
  readonly schema: Schema;
}

/** One call of the API, as OpenAPI has it. Address, scopes and refusals are found in the code. */
export interface CallDescription {
  /** A sentence. */
  readonly summary: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** The JSON that is sent. */
  readonly body?: Schema;
  /** The JSON of the answer; absent where the answer is empty. */
  readonly answer?: Schema;
  /** Statuses of success; 200, and 201 of POST, where nothing is said. */
  readonly statuses?: readonly number[];
}

/** Describes a call of the API for `/api/openapi.json`. */
export const Describes = (description: CallDescription): MethodDecorator =>
  SetMetadata(DESCRIPTION, description);

export function findDescription(method: object): CallDescription | undefined {
  return Reflect.getMetadata(DESCRIPTION, method) as CallDescription | undefined;
}

/** A request that Errata sends. */
export interface WebhookDescription {
  readonly name: string;
  /** A sentence. */
  readonly summary: string;
  /** The JSON that Errata sends. */
  readonly body: Schema;
}

/** Describes, at the controller where its receivers are set, a request that Errata sends. */
export const DescribesWebhook = (description: WebhookDescription): ClassDecorator =>
  SetMetadata(WEBHOOK, description);

export function findWebhook(controller: object): WebhookDescription | undefined {
  return Reflect.getMetadata(WEBHOOK, controller) as WebhookDescription | undefined;
}
