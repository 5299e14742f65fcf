export const ACTION_METADATA = Symbol('errata.action');

export interface ActionMetadata {
  readonly name: string;
  /** Names of methods of the same controller; absent for all of its pages. */
  readonly of?: readonly string[];
  readonly maxBytes: number;
  readonly files: boolean;
  /** Its answer may be kept, and given again to who repeats the submit. */
  readonly isRepeatable: boolean;
  /** A document that answers it has what it returned. */
  readonly showsResult: boolean;
  readonly invalidates?: (result: unknown) => readonly string[];
}

/** What makes a controller's method an action; undefined for any other. */
export function getActionMetadata(method: object): ActionMetadata | undefined {
  return Reflect.getMetadata(ACTION_METADATA, method) as ActionMetadata | undefined;
}
